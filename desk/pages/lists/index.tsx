import type { VNode } from 'preact';
import type { Address } from '../../routing.ts';
import { ListPage } from './list-page.tsx';
import { ListsPage } from './lists-page.tsx';
import './lists.css';

export function renderListsPage(address: Address): VNode | null {
  const [, listId, further] = address.path;
  if (further !== undefined) return null;
  if (listId === undefined) return <ListsPage address={address} />;
  return <ListPage listId={listId} address={address} />;
}
