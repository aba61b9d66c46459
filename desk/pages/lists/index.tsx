import type { VNode } from 'preact';
import type { Address } from '../../routing.ts';

export function listsPageOf(_address: Address): VNode | null {
  return null;
}
