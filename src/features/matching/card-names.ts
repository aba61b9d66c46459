import type { CompanyCard } from '../../../mappings/companies.ts';
import { type NameKeys, nameKeys } from '../../text/names.ts';

export type CardName = CompanyCard['names'][number];

/** Cached, because several rules and questions need the keys of the same names. */
const keysOfNames = new WeakMap<CardName, NameKeys>();

/** @param known keys of texts, if they were made before */
export function keysOf(name: CardName, known?: ReadonlyMap<string, NameKeys>): NameKeys {
  const remembered = keysOfNames.get(name);
  if (remembered) return remembered;
  const keys = known?.get(name.name) ?? nameKeys(name.name);
  keysOfNames.set(name, keys);
  return keys;
}

/** The company's legal names, current and former, that have this exact key. */
export function legalNames({ names }: Pick<CompanyCard, 'names'>, exact: string): CardName[] {
  return names.filter((name) => isLegalName(name, exact));
}

export function isLegalName(name: CardName, exact: string): boolean {
  return (name.kind === 'legal' || name.kind === 'former') && keysOf(name).exact === exact;
}
