import type { VNode } from 'preact';
import type { Address } from '../routing.ts';
import { type KeyLimits, listSections, type Section } from '../session.tsx';
import { renderAccountPage } from './account/index.tsx';
import { renderCompaniesPage } from './companies/index.tsx';
import { renderListsPage } from './lists/index.tsx';
import { NoPage, NotForThisKey } from './no-page.tsx';
import { renderReviewPage } from './review/index.tsx';
import { renderSourcesPage } from './sources/index.tsx';

/** Each section of the desk with its pages. `null`: it has no page at this address. */
const pages: Readonly<Record<Section, (address: Address) => VNode | null>> = {
  sources: (address) =>
    address.path[2] === 'review' ? renderReviewPage(address) : renderSourcesPage(address),
  companies: renderCompaniesPage,
  lists: renderListsPage,
  credits: renderAccountPage,
  keys: renderAccountPage,
};

export function renderPage(address: Address, limits: KeyLimits): VNode {
  const [section = 'sources'] = address.path;
  if (!isSection(section)) return <NoPage />;
  if (listSections(limits).includes(section)) return pages[section](address) ?? <NoPage />;
  return <NotForThisKey />;
}

function isSection(name: string): name is Section {
  return Object.hasOwn(pages, name);
}
