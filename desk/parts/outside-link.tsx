/**
 * An address that another site or person gave: a link only if it is http or https, otherwise its text.
 * @param props.isShort shown without `https://`
 */
export function OutsideLink({ url, isShort = false }: { readonly url: string; readonly isShort?: boolean }) {
  const text = (isShort && url.replace(/^https?:\/\//, '').replace(/\/$/, '')) || url;
  if (isWebAddress(url))
    return (
      <a href={url} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    );
  return <span>{text}</span>;
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}
