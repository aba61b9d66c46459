import type { VNode } from 'preact';
import type { Address } from '../../routing.ts';
import { CreditsPage } from './credits-page.tsx';
import { KeysPage } from './keys-page.tsx';
import './account.css';

export function renderAccountPage({ path: [section, further] }: Address): VNode | null {
  if (further !== undefined) return null;
  if (section === 'keys') return <KeysPage />;
  return <CreditsPage />;
}
