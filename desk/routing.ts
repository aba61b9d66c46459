import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { type Address, readAddress } from './address.ts';

export { type Address, linkTo } from './address.ts';

/** Opens a page. @param replace the page before is not kept in the browser's history */
export function goTo(href: string, { replace = false } = {}): void {
  if (replace) location.replace(href);
  else location.hash = href;
}

/** Opens the page at `href` in place of the one at `from`, unless the reader has gone elsewhere meanwhile. */
export function useRedirect(from: Address, href: string | undefined): void {
  const path = from.path.join('/');
  useLayoutEffect(() => {
    // The address changes before the pages are told of it.
    const isStillThere = readAddress(location.hash).path.join('/') === path;
    if (href !== undefined && isStillThere) goTo(href, { replace: true });
  }, [path, href]);
}

export function useAddress(): Address {
  const [address, setAddress] = useState(() => readAddress(location.hash));
  useEffect(() => {
    const updateAddress = () => setAddress(readAddress(location.hash));
    addEventListener('hashchange', updateAddress);
    // The address may have changed before this listens.
    updateAddress();
    return () => removeEventListener('hashchange', updateAddress);
  }, []);
  return address;
}
