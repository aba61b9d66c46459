import type { VNode } from 'preact';
import type { Address } from '../../routing.ts';
import { ReviewPage } from './review-page.tsx';

export function renderReviewPage({ path, query }: Address): VNode | null {
  const [, sourceId] = path;
  if (sourceId !== undefined && path.length === 3) return <ReviewPage sourceId={sourceId} query={query} />;
  return null;
}
