import type { VNode } from 'preact';
import type { Address } from '../routing.ts';
import { accountPageOf } from './account/index.tsx';
import { companiesPageOf } from './companies/index.tsx';
import { listsPageOf } from './lists/index.tsx';
import { NoPage } from './no-page.tsx';
import { reviewPageOf } from './review/index.tsx';
import { sourcesPageOf } from './sources/index.tsx';

/** Each section of the desk with its pages. `null`: it has no page at this address. */
const sections: Readonly<Record<string, (address: Address) => VNode | null>> = {
  sources: (address) => (address.path[2] === 'review' ? reviewPageOf(address) : sourcesPageOf(address)),
  companies: companiesPageOf,
  lists: listsPageOf,
  credits: accountPageOf,
  keys: accountPageOf,
};

export function pageOf(address: Address): VNode {
  const [section = 'sources'] = address.path;
  return (Object.hasOwn(sections, section) ? sections[section]?.(address) : null) ?? <NoPage />;
}
