/** What a key can do, in words, before it is made. */

export const abilities = ['search', 'tables', 'decide', 'lists', 'credits', 'keys'] as const;
export type Ability = (typeof abilities)[number];

export interface PlannedKey {
  readonly kind: 'full' | 'read_only' | 'source' | 'reconciliation';
  /** Of a key for one table. */
  readonly isReadOnly: boolean;
  readonly hasLimit: boolean;
}

/** `some`: within what the kind of the key says: to look at it, one table, up to a limit. */
export type Extent = 'yes' | 'some' | 'no';

/** As docs/decisions/0013-accounts-and-keys.md says. */
export function describeAbilities({
  kind,
  isReadOnly,
  hasLimit,
}: PlannedKey): Readonly<Record<Ability, Extent>> {
  const upToLimit = hasLimit ? 'some' : 'yes';
  const nothing = {
    search: 'no',
    tables: 'no',
    decide: 'no',
    lists: 'no',
    credits: 'no',
    keys: 'no',
  } as const;
  if (kind === 'read_only') return { ...nothing, search: 'yes', tables: 'some', lists: 'some' };
  if (kind === 'reconciliation') return { ...nothing, credits: 'some' };
  if (kind === 'source' && isReadOnly) return { ...nothing, tables: 'some' };
  if (kind === 'source') return { ...nothing, tables: 'some', decide: 'some', credits: upToLimit };
  return {
    search: 'yes',
    tables: 'yes',
    decide: 'yes',
    lists: 'yes',
    credits: upToLimit,
    keys: hasLimit ? 'no' : 'yes',
  };
}
