import { InvalidArgumentError } from 'commander';
import { financialMetrics, moneyUnits, type Schema } from '../../client/index.ts';
import { formatChoice } from '../output/text.ts';

/** Conditions on figures, as people write them: `revenue>=1000 million_yen latest`. */

type FinancialCondition = Schema<'FinancialCondition'>;

export const financialForm = `"<metric> >= <number> [unit] [year]", also with <= or = <number>..<number>; unit: ${formatChoice(moneyUnits)}; year: latest or a year such as 2024`;

const number = String.raw`-?\d[\d,_]*(?:\.\d+)?`;
const form = new RegExp(
  String.raw`^\s*(\w+)\s*(>=|<=|=)\s*(${number})(?:\s*\.\.\s*(${number}))?\s*(.*)$`,
  'u',
);

/** @throws InvalidArgumentError naming what is wrong */
export function readFinancialCondition(text: string): FinancialCondition {
  const parts = form.exec(text.normalize('NFKC'));
  if (!parts) throw new InvalidArgumentError(`It must have the form ${financialForm}.`);
  const [, metric = '', sign = '', first = '', second, rest = ''] = parts;
  if (!isOneOf(financialMetrics, metric))
    throw new InvalidArgumentError(`${metric} is not a metric. Use one of ${financialMetrics.join(', ')}.`);
  if ((sign === '=') !== (second !== undefined))
    throw new InvalidArgumentError('= takes two numbers; >= and <= take one.');
  const more = readUnitAndYear(rest);
  if (second !== undefined)
    return { metric, op: 'between', value: [readNumber(first), readNumber(second)], ...more };
  return { metric, op: sign === '>=' ? 'gte' : 'lte', value: readNumber(first), ...more };
}

export function appendFinancialCondition(
  text: string,
  before: readonly FinancialCondition[] = [],
): FinancialCondition[] {
  return [...before, readFinancialCondition(text)];
}

function readUnitAndYear(text: string): Pick<FinancialCondition, 'unit' | 'fiscal_year'> {
  let read: Pick<FinancialCondition, 'unit' | 'fiscal_year'> = {};
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    if (isOneOf(moneyUnits, word)) read = { ...read, unit: word };
    else if (word === 'latest') read = { ...read, fiscal_year: 'latest' };
    else if (/^\d{4}$/.test(word)) read = { ...read, fiscal_year: Number(word) };
    else throw new InvalidArgumentError(`${word} is not a unit (${moneyUnits.join(', ')}) or a year.`);
  }
  return read;
}

function readNumber(text: string): number {
  return Number(text.replace(/[,_]/g, ''));
}

function isOneOf<Word extends string>(words: readonly Word[], given: string): given is Word {
  return words.some((word) => word === given);
}
