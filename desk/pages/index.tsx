import type { VNode } from 'preact';
import type { Address } from '../routing.ts';
import { type KeyLimits, type Section, sectionsFor } from '../session.tsx';
import { accountPageOf } from './account/index.tsx';
import { companiesPageOf } from './companies/index.tsx';
import { listsPageOf } from './lists/index.tsx';
import { NoPage, NotForThisKey } from './no-page.tsx';
import { reviewPageOf } from './review/index.tsx';
import { sourcesPageOf } from './sources/index.tsx';

/** Each section of the desk with its pages. `null`: it has no page at this address. */
const pages: Readonly<Record<Section, (address: Address) => VNode | null>> = {
  sources: (address) => (address.path[2] === 'review' ? reviewPageOf(address) : sourcesPageOf(address)),
  companies: companiesPageOf,
  lists: listsPageOf,
  credits: accountPageOf,
  keys: accountPageOf,
};

export function pageOf(address: Address, limits: KeyLimits): VNode {
  const [section = 'sources'] = address.path;
  if (!isSection(section)) return <NoPage />;
  return sectionsFor(limits).includes(section) ? (pages[section](address) ?? <NoPage />) : <NotForThisKey />;
}

function isSection(name: string): name is Section {
  return Object.hasOwn(pages, name);
}
