import type { FactBatch, ObservationRow } from '../../loading/facts.ts';
import { companiesByNumber, type KnownCompany } from '../../loading/known-companies.ts';
import type { Loader, LoadPlan, Rejection } from '../../loading/loader.ts';
import { type Located, readCsv, type SourceFile } from '../../loading/reading.ts';
import { newObservations, registryObservations } from '../../loading/stated-observations.ts';
import { type RegisterState, RowFault, readRegisterRow } from './columns.ts';
import { type RegisterFacts, registerFacts } from './facts.ts';

/**
 * Files of the register of corporate numbers. The full file has one row for each corporation; a differential file has,
 * in sequence, the earlier states of those that it corrects. Both are read by the same rules.
 */
function registerLoader(kind: 'nta' | 'nta-diff'): Loader<RegisterState> {
  return {
    kind,
    chunkRows: 5000,
    read: readRegister,
    group: ({ corporateNumber }) => corporateNumber,
    async plan(client, rows): Promise<LoadPlan> {
      const byNumber = statesByNumber(rows);
      const known = await companiesByNumber(client, [...byNumber.keys()]);
      const facts = new Map<string, RegisterFacts | Rejection | null>();
      for (const [number, states] of byNumber) facts.set(number, factsOrFault(states, known.get(number)));
      const said = [...facts.values()].filter(isFacts);
      const observations = [...byNumber].flatMap(([number, states]): ObservationRow[] => {
        const of = facts.get(number) ?? null;
        return isFacts(of)
          ? registryObservations(of.companyId, states, { wholeRegister: kind === 'nta' })
          : [];
      });
      return {
        batch: { ...batchOf(said), observations: await newObservations(client, observations) },
        merge: {
          complete: [
            {
              source: 'corporate_registry',
              companyIds: said.filter(({ current }) => current).map(({ companyId }) => companyId),
              nameKinds: ['kana', 'english'],
              addresses: true,
              successors: true,
            },
          ],
        },
        outcomes: rows.map(({ corporateNumber }) => {
          const said = facts.get(corporateNumber) ?? null;
          return said === null || 'reason' in said ? said : said.companyId;
        }),
      };
    },
  };
}

export const ntaLoader = registerLoader('nta');
export const ntaDiffLoader = registerLoader('nta-diff');

async function* readRegister(file: SourceFile): AsyncGenerator<Located<RegisterState>> {
  for await (const record of readCsv(file)) {
    if ('fault' in record) {
      yield record;
      continue;
    }
    try {
      yield { line: record.line, value: readRegisterRow(record.value) };
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      yield { line: record.line, fault: error.message, text: record.value.join(',') };
    }
  }
}

function isFacts(facts: RegisterFacts | Rejection | null): facts is RegisterFacts {
  return facts !== null && !('reason' in facts);
}

function statesByNumber(rows: readonly RegisterState[]): Map<string, RegisterState[]> {
  const byNumber = new Map<string, RegisterState[]>();
  for (const row of rows) {
    const states = byNumber.get(row.corporateNumber);
    if (states === undefined) byNumber.set(row.corporateNumber, [row]);
    else states.push(row);
  }
  return byNumber;
}

function factsOrFault(
  states: readonly RegisterState[],
  known: KnownCompany | undefined,
): RegisterFacts | Rejection | null {
  try {
    return registerFacts(states, known);
  } catch (error) {
    if (error instanceof RowFault) return { reason: error.message };
    throw error;
  }
}

function batchOf(facts: readonly RegisterFacts[]): FactBatch {
  return {
    companies: facts.flatMap(({ companies }) => companies),
    company_names: facts.flatMap(({ names }) => names),
    company_addresses: facts.flatMap(({ addresses }) => addresses),
    company_successors: facts.flatMap(({ successors }) => successors),
  };
}
