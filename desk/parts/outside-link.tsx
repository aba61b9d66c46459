/** An address that another site or person gave: a link only if it is http or https, otherwise its text. */
export function OutsideLink({ url }: { readonly url: string }) {
  if (isWebAddress(url))
    return (
      <a href={url} target="_blank" rel="noopener noreferrer">
        {url}
      </a>
    );
  return <span>{url}</span>;
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}
