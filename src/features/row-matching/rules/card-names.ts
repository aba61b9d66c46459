import type { CompanyCard } from '../../../../mappings/companies.ts';
import { type NameKeys, toNameKeys } from '../../../text/names/names.ts';

export type CardName = CompanyCard['names'][number];

/**
 * Kept on the name itself, because several rules and questions need the keys of the same names. A WeakMap of so many names
 * costs more than the keys.
 */
const remembered = Symbol('keys');
type Remembering = CardName & { [remembered]?: NameKeys };

/** @param known keys of texts, if they were made before */
export function keysOf(name: Remembering, known?: ReadonlyMap<string, NameKeys>): NameKeys {
  const keys = name[remembered] ?? known?.get(name.name) ?? toNameKeys(name.name);
  name[remembered] = keys;
  return keys;
}

/** The company's legal names, current and former, that have this exact key. */
export function legalNames({ names }: Pick<CompanyCard, 'names'>, exact: string): CardName[] {
  return names.filter((name) => isLegalName(name, exact));
}

export function isLegalName(name: CardName, exact: string): boolean {
  return (name.kind === 'legal' || name.kind === 'former') && keysOf(name).exact === exact;
}
