import { useEffect, useState } from 'preact/hooks';
import { type Address, readAddress } from './address.ts';

export { type Address, linkTo, readAddress } from './address.ts';

/** Opens a page. @param replace the page before is not kept in the browser's history */
export function goTo(href: string, { replace = false } = {}): void {
  if (replace) location.replace(href);
  else location.hash = href;
}

export function useAddress(): Address {
  const [address, setAddress] = useState(() => readAddress(location.hash));
  useEffect(() => {
    const read = () => setAddress(readAddress(location.hash));
    addEventListener('hashchange', read);
    // The address may have changed after the page was drawn and before this.
    read();
    return () => removeEventListener('hashchange', read);
  }, []);
  return address;
}
