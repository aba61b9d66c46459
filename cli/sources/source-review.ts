import { showPages } from '../input/pages.ts';
import { showCandidates, showSuggestions } from '../output/company-view.ts';
import { showNotices } from '../output/notices.ts';
import { formatCount } from '../output/text.ts';
import type { Session } from '../session.ts';
import { formatRowTitle, listOpenReasons, pickCells, requestReviewPage } from './review-rows.ts';
import { type ReviewOptions, ReviewWalk } from './review-walk.ts';

/** Lets a person decide about rows, one after the other. */

export async function reviewSource(
  session: Session,
  sourceId: string,
  options: ReviewOptions,
): Promise<void> {
  if (session.json || !session.interactive || options.list || options.status?.includes('matched'))
    await showRows(session, sourceId, options);
  else {
    const walk = new ReviewWalk(session, sourceId, options);
    await walk.reviewAll();
    showNotices(session, { next_steps: walk.nextSteps });
  }
}

/** Goes through the rows with a person at the terminal. @returns the credits that were spent */
export function reviewRows(session: Session, sourceId: string, options: ReviewOptions): Promise<number> {
  return new ReviewWalk(session, sourceId, options).reviewAll();
}

async function showRows(session: Session, sourceId: string, options: ReviewOptions): Promise<void> {
  const { status = ['multiple_candidates'], show } = options;
  await showPages(
    session,
    options,
    (page) => requestReviewPage(session, sourceId, { status, ...page }),
    ({ rows, review }) => {
      for (const row of rows) {
        session.print(`${formatRowTitle(row)}: ${row.resolve_status}  ${row.source_row_id}`);
        session.printFields(pickCells(row, show));
        for (const line of listOpenReasons(row)) session.print(line);
        showCandidates(session, row.resolve_candidates);
        showSuggestions(session, row.resolve_suggestions);
        session.print('');
      }
      const counts = Object.entries(review.statuses).map(
        ([state, count]) => `${state} ${formatCount(count)}`,
      );
      session.note(counts.join(', '));
    },
  );
}
