import type { VNode } from 'preact';
import type { Address } from '../../routing.ts';

export function reviewPageOf(_address: Address): VNode | null {
  return null;
}
