import type { AnswerBody } from '../../../contract/endpoint.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { maxReviewSessions, presenceSeconds } from '../../../contract/limits.ts';
import type { PresenceBody, presenceAnswer } from '../../../contract/sources/review.ts';
import type { ReviewRowsStore } from '../records/review-rows-store.ts';
import { rowReferenceOf } from '../records/row-reference.ts';
import type { PresentSession, SourceScope } from '../records/source-record.ts';
import type { SourcesStore } from '../records/sources-store.ts';
import type { OwnSession, PresenceStore } from './presence-store.ts';

export interface PresenceParts {
  readonly sources: SourcesStore;
  readonly reviewed: ReviewRowsStore;
  readonly presence: PresenceStore;
}

type PresenceAnswer = AnswerBody<typeof presenceAnswer>;

/** Says who looks at which row of a source, so that several people can share the work. */
export class Presence {
  constructor(private readonly parts: PresenceParts) {}

  /** @throws ServiceError source_not_found, source_row_not_found, source_sessions_exceeded */
  async arrive(scope: SourceScope, keyId: string, { session, row }: PresenceBody): Promise<PresenceAnswer> {
    const { sources, reviewed, presence } = this.parts;
    await sources.find(scope);
    const reference = row === null ? null : rowReferenceOf(row);
    const found = reference === null ? null : await reviewed.named(scope, reference);
    if (row !== null && !found) throw new ServiceError('source_row_not_found');
    const own = { keyId, session };
    if (!(await presence.arrive(scope, own, found?.source_row_id ?? null)))
      throw new ServiceError('source_sessions_exceeded', { details: { max_sessions: maxReviewSessions } });
    return this.#answer(scope, own);
  }

  /** @throws ServiceError source_not_found */
  async list(scope: SourceScope, keyId: string, session: string | undefined): Promise<PresenceAnswer> {
    await this.parts.sources.find(scope);
    return this.#answer(scope, { keyId, session });
  }

  /** @throws ServiceError source_not_found */
  async leave(scope: SourceScope, own: OwnSession): Promise<PresenceAnswer> {
    await this.parts.sources.find(scope);
    await this.parts.presence.leave(scope, own);
    return this.#answer(scope, own);
  }

  async #answer(
    scope: SourceScope,
    own: { readonly keyId: string; readonly session: string | undefined },
  ): Promise<PresenceAnswer> {
    const { presence } = this.parts;
    const [present, last] = await Promise.all([
      presence.present(scope, own),
      presence.lastRow(scope, own.keyId),
    ]);
    return {
      ok: true,
      present: present.map(sessionView),
      last_row: last && {
        source_row_id: last.source_row_id,
        row_number: last.row_number,
        at: last.seen_at.toISOString(),
      },
      expires_after_seconds: presenceSeconds,
    };
  }
}

function sessionView(each: PresentSession): PresenceAnswer['present'][number] {
  const { key_id, key_label, session, source_row_id, row_number, since, seen_at } = each;
  return {
    key: { key_id, label: key_label },
    session,
    row: source_row_id === null || row_number === null ? null : { source_row_id, row_number },
    since: since.toISOString(),
    seen_at: seen_at.toISOString(),
  };
}
