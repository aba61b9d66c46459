import { isLegalFormOnly } from '../../src/text/names/names.ts';
import type { FactBatch } from '../facts/index.ts';

/**
 * The facts without readings and other names that are only a legal form, as some registers state them (カブシキガイシャ for
 * 株式会社ＺＵＵ): everybody who writes only the form would find that company. Legal names are kept, whatever they are.
 */
export function dropFormsAlone(batch: FactBatch): { batch: FactBatch; formsAlone: number } {
  const { company_names: names = [], name_aliases: aliases = [] } = batch;
  const company_names = names.filter(({ kind, name }) => kind === 'legal' || !isLegalFormOnly(name));
  const name_aliases = aliases.filter(({ alias }) => !isLegalFormOnly(alias));
  const formsAlone = names.length - company_names.length + aliases.length - name_aliases.length;
  if (formsAlone === 0) return { batch, formsAlone };
  return { batch: { ...batch, company_names, name_aliases }, formsAlone };
}

export function describeFormsAlone(count: number): string {
  if (count === 1) return 'One reading or other name was left out, because it is only a legal form.';
  return `${count} readings or other names were left out, because they are only a legal form.`;
}
