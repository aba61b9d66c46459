import { randomBytes } from 'node:crypto';
import type { AnswerBody } from '../../contract/endpoint.ts';
import type { Collection } from '../../contract/envelope.ts';
import { ServiceError } from '../../contract/errors.ts';
import type {
  currentKeyAnswer,
  NewKeyBody,
  newKeyAnswer,
  revokedKeyAnswer,
} from '../../contract/keys/keys.ts';
import { maxKeysInUse } from '../../contract/limits.ts';
import type { PagePlace } from '../../database/rows.ts';
import type { Idempotency, KeyedAnswer } from '../../idempotency/idempotency.ts';
import type { KeyedCall } from '../../idempotency/idempotency-key.ts';
import type { PageQuery, Paging } from '../../paging/paging.ts';
import type { Account } from './account.ts';
import type { AccountsStore } from './accounts-store.ts';
import { makeKey } from './api-key.ts';
import { type KeyView, toKeyView } from './key-view.ts';

export interface KeysParts {
  readonly store: AccountsStore;
  readonly idempotency: Idempotency;
  readonly paging: Paging;
}

type NewKeyAnswer = AnswerBody<typeof newKeyAnswer>;

/** The API keys of an account, for the account itself. `AccountsService` is for operators. */
export class KeysService {
  constructor(private readonly parts: KeysParts) {}

  /** Newest first. @throws ServiceError invalid_cursor */
  listKeys(accountId: string, query: PageQuery): Promise<Collection<KeyView>> {
    const { store, paging } = this.parts;
    const binding = { kind: 'keys', accountId };
    const fetchPage = (place: PagePlace) => store.keys.pageKeys(accountId, place);
    return paging.fetchCollection(query, binding, 'key_id', fetchPage, toKeyView);
  }

  /** The key that the caller uses. @throws ServiceError invalid_api_key when it no longer exists */
  async getCurrentKey({
    accountId,
    keyId,
  }: Pick<Account, 'accountId' | 'keyId'>): Promise<AnswerBody<typeof currentKeyAnswer>> {
    const row = await this.parts.store.keys.findKey(accountId, keyId);
    if (!row) throw new ServiceError('invalid_api_key');
    return { ok: true, key: toKeyView(row) };
  }

  /**
   * Creates a key. Only its hash is stored, and no answer with it: a repeated call gets the same key without `api_key`.
   * @throws ServiceError source_not_found, too_many_keys, and those of an Idempotency-Key
   */
  async createKey(
    { keyId }: Pick<Account, 'keyId'>,
    call: Omit<KeyedCall, 'request'>,
    body: NewKeyBody,
  ): Promise<KeyedAnswer<201, NewKeyAnswer>> {
    const { store, idempotency } = this.parts;
    const { accountId } = call;
    const { label, read_only: readOnly, source_id: sourceId, purpose, max_credits: maxCredits } = body;
    let apiKey: string | null = null;
    const answer = await idempotency.runOnce<201, NewKeyAnswer>(
      { ...call, request: body },
      {
        work: async (transaction) => {
          if (sourceId !== null && !(await store.hasSource(accountId, sourceId)))
            throw new ServiceError('source_not_found');
          const { apiKey: made, ...stored } = makeKey(randomBytes);
          const given = { ...stored, label, readOnly, sourceId, purpose, maxCredits, createdBy: keyId };
          const row = await store.keys.insertKey(accountId, given, maxKeysInUse, transaction);
          if (!row) throw new ServiceError('too_many_keys', { details: { max_keys_in_use: maxKeysInUse } });
          apiKey = made;
          return { status: 201, body: { ok: true, key: toKeyView(row), api_key: null } };
        },
      },
    );
    return { ...answer, body: { ...answer.body, api_key: apiKey } };
  }

  /** From then on, no process accepts the key. @throws ServiceError key_not_found */
  async revokeKey(
    { accountId, keyId: byKey }: Pick<Account, 'accountId' | 'keyId'>,
    keyId: string,
  ): Promise<AnswerBody<typeof revokedKeyAnswer>> {
    const row = await this.parts.store.keys.revokeKey(accountId, keyId, byKey);
    if (!row) throw new ServiceError('key_not_found');
    return { ok: true, key: toKeyView(row) };
  }
}
