import type { VNode } from 'preact';
import type { Address } from '../../routing.ts';
import { CompanyPage } from './company-page.tsx';
import { SearchPage } from './search-page.tsx';
import './companies.css';

export function renderCompaniesPage(address: Address): VNode | null {
  const [, companyId, further] = address.path;
  if (further !== undefined) return null;
  if (companyId === undefined) return <SearchPage address={address} />;
  return <CompanyPage companyId={companyId} />;
}
