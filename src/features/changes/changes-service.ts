import type { DataAsOf } from '../../contract/as-of.ts';
import type { ChangesAnswer, ChangesQuery } from '../../contract/changes/changes.ts';
import { ServiceError } from '../../contract/errors.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import { beginning, type ChangePosition, formatPosition, parsePosition } from './change-position.ts';
import type { ChangesStore, Feed } from './changes-store.ts';

export interface ChangesParts {
  readonly store: ChangesStore;
  readonly companies: CompaniesService;
  dataAsOf(): Promise<DataAsOf>;
}

/** Changes of companies in a fixed order and without gaps, so that callers can keep a copy up to date. */
export class ChangesService {
  constructor(private readonly parts: ChangesParts) {}

  /** @throws ServiceError invalid_cursor */
  async listChanges({ since, limit }: ChangesQuery): Promise<ChangesAnswer> {
    const { store } = this.parts;
    const feed = await store.getFeed();
    const from = findStart(since, feed);
    const [rows, isKnown] = await Promise.all([store.listChanges(from, limit + 1), store.isKnown(from)]);
    // Transaction numbers are given again after it: the caller would miss those changes.
    if (!isKnown) throw createRestoredError();
    const shown = rows.slice(0, limit);
    const [superseding, dataAsOf] = await Promise.all([
      this.parts.companies.findSuccessors(shown.map(({ company_id }) => company_id)),
      this.parts.dataAsOf(),
    ]);
    const last = shown.at(-1);
    const next = last ? { xid: last.xid, changeId: last.change_id } : from;
    return {
      ok: true,
      items: shown.map(({ xid: _, change_id: __, ...change }) => ({
        ...change,
        superseded_by: superseding.get(change.company_id) ?? null,
      })),
      meta: {
        limit,
        returned: shown.length,
        has_more: rows.length > limit,
        next_cursor: formatPosition({ ...next, feedId: feed.feedId }),
        data_as_of: dataAsOf,
      },
    };
  }
}

/** @throws ServiceError invalid_cursor */
function findStart(since: string | undefined, { feedId, endXid }: Feed): ChangePosition {
  if (since === undefined) return beginning;
  if (since === 'now') return { xid: endXid, changeId: '0' };
  const position = parsePosition(since);
  if (!position)
    throw new ServiceError('invalid_cursor', { message: 'The cursor does not belong to the change feed.' });
  if (position.feedId !== feedId) throw createRestoredError();
  return position;
}

function createRestoredError(): ServiceError {
  return new ServiceError('invalid_cursor', {
    message:
      'The cursor is from before the database was restored: changes after it may be missing. Make your copy again, beginning with `since=now`.',
  });
}
