import type { VNode } from 'preact';
import type { Address } from '../../routing.ts';

export function accountPageOf(_address: Address): VNode | null {
  return null;
}
