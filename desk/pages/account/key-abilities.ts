/** What a key can do, in words, before it is made. */

export const abilities = ['search', 'tables', 'decide', 'lists', 'credits', 'keys'] as const;
type Ability = (typeof abilities)[number];

export const keyKinds = ['full', 'read_only', 'source', 'reconciliation'] as const;

export interface PlannedKey {
  readonly kind: (typeof keyKinds)[number];
  /** Of a key for one table. */
  readonly isReadOnly: boolean;
  readonly hasLimit: boolean;
}

type Extent = 'yes' | 'no' | 'look' | 'one_table' | 'one_table_look' | 'up_to_limit';

/** As docs/decisions/0013-accounts-and-keys.md says. */
export function describeAbilities({
  kind,
  isReadOnly,
  hasLimit,
}: PlannedKey): Readonly<Record<Ability, Extent>> {
  const upToLimit = hasLimit ? 'up_to_limit' : 'yes';
  const nothing = {
    search: 'no',
    tables: 'no',
    decide: 'no',
    lists: 'no',
    credits: 'no',
    keys: 'no',
  } as const;
  if (kind === 'read_only') return { ...nothing, search: 'yes', tables: 'look', lists: 'look' };
  if (kind === 'reconciliation') return { ...nothing, credits: 'up_to_limit' };
  if (kind === 'source' && isReadOnly) return { ...nothing, tables: 'one_table_look' };
  if (kind === 'source') return { ...nothing, tables: 'one_table', decide: 'one_table', credits: upToLimit };
  return {
    search: 'yes',
    tables: 'yes',
    decide: 'yes',
    lists: 'yes',
    credits: upToLimit,
    keys: hasLimit ? 'no' : 'yes',
  };
}
