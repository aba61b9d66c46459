import type { FactBatch, ObservationRow } from '../../facts/index.ts';
import { companiesByNumber } from '../../loading/known-companies.ts';
import type { Loader, LoadPlan, Rejection } from '../../loading/loader.ts';
import { readCsv, readRows } from '../../loading/reading.ts';
import { newObservations } from '../../loading/stated-observations.ts';
import { type RegisterState, readRegisterRow } from './columns.ts';
import { type RegisterFacts, registerFacts } from './facts.ts';
import { registryObservations } from './observations.ts';

/**
 * Files of the register of corporate numbers. The full file has one row for each corporation. A differential file also has
 * the earlier states of corporations that it corrects, in order. The same rules apply to both.
 */
function registerLoader(title: string, name: string, wholeRegister: boolean): Loader<RegisterState> {
  return {
    title,
    files: { name, format: 'csv', dated: true },
    chunkRows: 5000,
    read: (file) => readRows(readCsv(file), readRegisterRow, (cells) => cells.join(',')),
    dayOf: ({ updatedOn }) => updatedOn,
    group: ({ corporateNumber }) => corporateNumber,
    async plan(client, rows): Promise<LoadPlan> {
      const byNumber = statesByNumber(rows);
      const known = await companiesByNumber(client, [...byNumber.keys()]);
      const facts = new Map(
        [...byNumber].map(([number, states]) => [number, registerFacts(states, known.get(number))]),
      );
      const stated = [...facts.values()].filter(isFacts);
      const observations = [...byNumber].flatMap(([number, states]): ObservationRow[] => {
        const found = facts.get(number) ?? null;
        return isFacts(found) ? registryObservations(found.companyId, states, { wholeRegister }) : [];
      });
      return {
        batch: { ...batchOf(stated), observations: await newObservations(client, observations) },
        merge: {
          complete: [
            {
              source: 'corporate_registry',
              companyIds: stated.filter(({ current }) => current).map(({ companyId }) => companyId),
              facts: {
                company_names: ['kana', 'english'],
                company_addresses: 'all',
                company_successors: 'all',
              },
            },
          ],
        },
        outcomes: rows.map(({ corporateNumber }) => {
          const outcome = facts.get(corporateNumber) ?? null;
          return outcome === null || 'reason' in outcome ? outcome : outcome.companyId;
        }),
      };
    },
  };
}

export const ntaLoader = registerLoader(
  'Full file of the register of corporate numbers (National Tax Agency)',
  '*zenkoku*',
  true,
);
export const ntaDiffLoader = registerLoader(
  'Differential file of the register of corporate numbers',
  'diff_*',
  false,
);

function isFacts(facts: RegisterFacts | Rejection | null): facts is RegisterFacts {
  return facts !== null && !('reason' in facts);
}

function statesByNumber(rows: readonly RegisterState[]): Map<string, RegisterState[]> {
  const byNumber = new Map<string, RegisterState[]>();
  for (const row of rows) {
    const states = byNumber.get(row.corporateNumber) ?? [];
    states.push(row);
    byNumber.set(row.corporateNumber, states);
  }
  return byNumber;
}

function batchOf(facts: readonly RegisterFacts[]): FactBatch {
  return {
    companies: facts.flatMap(({ companies }) => companies),
    company_names: facts.flatMap(({ names }) => names),
    company_addresses: facts.flatMap(({ addresses }) => addresses),
    company_successors: facts.flatMap(({ successors }) => successors),
  };
}
