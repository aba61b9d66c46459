import type { AnswerBody } from '../../../contract/endpoint.ts';
import { type sourceOverviewAnswer, unknownValue } from '../../../contract/sources/table.ts';
import { sizeBands } from '../../company-search/facets.ts';
import type { CompanyCount, CountedBy, SourceOverviewStore } from '../records/source-overview-store.ts';
import type { SourceScope } from '../records/source-record.ts';
import type { SourcesStore } from '../records/sources-store.ts';

type Overview = AnswerBody<typeof sourceOverviewAnswer>;

/** Lower bounds of the bands, in yen: up to 10 million, 100 million and a billion are what laws and statistics ask for. */
const capitalBounds = [0, 10_000_000, 100_000_000, 1_000_000_000] as const;
/** As search counts employees. */
const employeeBounds = sizeBands.map(({ from }) => from);

/** Says what the companies of a source are as a whole. */
export class SourceOverview {
  constructor(
    private readonly parts: { readonly sources: SourcesStore; readonly counts: SourceOverviewStore },
  ) {}

  /** @throws ServiceError source_not_found */
  async show(scope: SourceScope): Promise<Overview> {
    const { sources, counts } = this.parts;
    const source = await sources.find(scope);
    const [states, companies] = await Promise.all([
      counts.countStates(scope),
      counts.countCompanies(scope, { capital: capitalBounds, employees: employeeBounds }),
    ]);
    const countsBy = (by: CountedBy) => companies.filter((each) => each.by === by);
    const valuesOf = <Name extends CountedBy>(name: Name) =>
      countsBy(name).map((each) => ({ value: each[name], ...countsOf(each) }));
    return {
      ok: true,
      rows: source.row_count,
      settled: countsOf(companies.find((each) => each.by === 'all')),
      several_rows: countsOf(countsBy('several').find(({ several }) => several)),
      states,
      statuses: valuesOf('status').flatMap(({ value, ...rest }) =>
        value === null ? [] : [{ value, ...rest }],
      ),
      prefectures: valuesOf('prefecture').map(sayUnknown),
      industries: valuesOf('industry').map(sayUnknown),
      listings: valuesOf('listing'),
      capital: bandsOf(valuesOf('capital'), capitalBounds),
      employees: bandsOf(valuesOf('employees'), employeeBounds),
    };
  }
}

function sayUnknown<Counted extends { readonly value: string | null }>(counted: Counted) {
  return { ...counted, value: counted.value ?? unknownValue };
}

function countsOf(counted: Pick<CompanyCount, 'companies' | 'rows'> | undefined) {
  return { companies: counted?.companies ?? 0, rows: counted?.rows ?? 0 };
}

interface CountedBand {
  /** From 1. */
  readonly value: number | null;
  readonly companies: number;
  readonly rows: number;
}

function bandsOf(counted: readonly CountedBand[], bounds: readonly number[]): Overview['capital'] {
  return bounds.flatMap((min, at) => {
    const band = counted.find(({ value }) => value === at + 1);
    const next = bounds[at + 1];
    return band ? [{ min, max: next === undefined ? null : next - 1, ...countsOf(band) }] : [];
  });
}
