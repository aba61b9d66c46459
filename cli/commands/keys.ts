import { type Command, Option } from 'commander';
import { keyPurposes, type Schema } from '../../client/index.ts';
import type { Body } from '../calls.ts';
import { createChoiceOption, omitUndefined, parseWholeNumber } from '../input/option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../input/pages.ts';
import type { Run, Session } from '../session.ts';

/** API keys of the account. Only a key without any limit manages them. */

interface NewKeyOptions {
  readonly label?: string;
  readonly readOnly?: true;
  readonly source?: string;
  readonly purpose?: (typeof keyPurposes)[number];
  readonly maxCredits?: number;
}

export function addKeyCommands(program: Command, run: Run): void {
  const key = program.command('key').description("The account's API keys");
  addPageOptions(key.command('list').description('List the API keys, newest first')).action(run(listKeys));
  key
    .command('create')
    .description('Create an API key and print it. It is shown only once')
    .option('--label <text>', 'a label to tell keys apart')
    .option('--read-only', 'the key changes nothing and spends no credits')
    .option('--source <source_id>', 'the key reaches only this source, and the balance')
    .addOption(
      createChoiceOption(
        '--purpose <purpose>',
        'all that the key is for; it needs --max-credits',
        keyPurposes,
      ),
    )
    .addOption(
      new Option(
        '--max-credits <credits>',
        'spending limit: the most that all calls of the key together may spend',
      ).argParser(parseWholeNumber),
    )
    .action(run(createKey));
  key.command('revoke').description('Revoke an API key at once').argument('<key_id>').action(run(revokeKey));
}

async function listKeys(session: Session, page: PageOptions): Promise<void> {
  await showPages(
    session,
    page,
    (query) => session.api.GET('/api/service/keys', { params: { query } }),
    ({ items }) =>
      session.printTable(items, {
        key_id: 'key_id',
        key: ({ key_start }) => `${key_start}…`,
        scope: describeScope,
        limit: ({ max_credits }) => max_credits ?? 'none',
        spent: 'credits_spent',
        created: 'created_at',
        'last used': 'last_used_at',
        revoked: 'revoked_at',
        label: 'label',
      }),
  );
}

function describeScope({ read_only, source_id, purpose }: Schema<'ApiKey'>): string {
  const parts = [read_only && 'read-only', source_id && `source ${source_id}`, purpose];
  return parts.filter(Boolean).join(', ') || 'full';
}

/** Several keys can have one label. */
function describeKey({ key_start, label, created_at, last_used_at }: Schema<'ApiKey'>): string {
  const facts = [label && `"${label}"`, `created ${created_at}`, `last used ${last_used_at ?? 'never'}`];
  return `${key_start}… (${facts.filter(Boolean).join(', ')})`;
}

/** Without an Idempotency-Key: a repeated answer would not have the key. */
async function createKey(session: Session, options: NewKeyOptions): Promise<void> {
  const { label, readOnly, source, purpose, maxCredits } = options;
  const body: Body<'createKey'> = omitUndefined({
    label,
    read_only: readOnly,
    source_id: source,
    purpose,
    max_credits: maxCredits,
  });
  await session.showAnswer(session.api.POST('/api/service/keys', { body }), ({ api_key }) =>
    session.print(api_key ?? ''),
  );
}

async function revokeKey(session: Session, keyId: string): Promise<void> {
  const call = session.api.DELETE('/api/service/keys/{keyId}', { params: { path: { keyId } } });
  await session.showAnswer(call, ({ key }) =>
    session.note(`Revoked ${describeKey(key)} at ${key.revoked_at}.`),
  );
}
