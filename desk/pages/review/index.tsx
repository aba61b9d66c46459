import type { VNode } from 'preact';
import type { Address } from '../../routing.ts';
import { ReviewPage } from './review-page.tsx';

export function renderReviewPage({ path, query }: Address): VNode | null {
  const [, sourceId] = path;
  return sourceId !== undefined && path.length === 3 ? (
    <ReviewPage sourceId={sourceId} query={query} />
  ) : null;
}
