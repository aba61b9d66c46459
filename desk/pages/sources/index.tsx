import type { VNode } from 'preact';
import type { Address } from '../../routing.ts';
import { SourcesPage } from './sources-page.tsx';

export function sourcesPageOf({ path }: Address): VNode | null {
  const [, sourceId] = path;
  return sourceId === undefined ? <SourcesPage /> : null;
}
