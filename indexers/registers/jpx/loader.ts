import type { ClientBase } from 'pg';
import { createEmptyBatch, type FactBatch, type ListingRow, type NameRow } from '../../facts/index.ts';
import { buildUnregisteredRow, Identities } from '../../loading/joining/identities.ts';
import type { KnownCompany } from '../../loading/joining/known-companies.ts';
import { mergeFacts, noteChange } from '../../loading/joining/merge.ts';
import type { Loader, LoadPlan } from '../../loading/loader.ts';
import { pickNewObservations } from '../../loading/stated-observations.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import { type ListedFund, type ListedSecurity, readJpxList, readJpxListDay } from './columns.ts';
import { countFunds, removeOlderFunds, writeFunds } from './listed-funds.ts';
import { buildListingObservation, delistingsSql } from './observations.ts';

const source = 'exchange';
const exchange = 'tse';
const withoutNames = 'without_names';

/** The list of the Tokyo exchange: which securities are listed, where, and in which of the 33 sectors. */
export const jpxLoader: Loader<ListedSecurity | ListedFund> = {
  title: 'List of issues of the Tokyo Stock Exchange',
  files: { names: ['data_j*'], formats: ['csv', 'xls'] },
  flags: { [withoutNames]: 'do not load the names in the list' },
  // The whole list in one chunk: it is complete and small.
  chunkRows: 100_000,
  readListDay: readJpxListDay,
  read: readJpxList,
  async plan(client, rows, { flags, asOf }): Promise<LoadPlan> {
    const named = !flags.has(withoutNames);
    const securities = rows.filter((row) => row.kind !== 'fund');
    await writeFunds(
      client,
      exchange,
      rows.filter((row) => row.kind === 'fund'),
    );
    const claims = securities.map(toClaim);
    const identities = await Identities.lookUp(client, claims);
    const batch = createEmptyBatch();
    const namedIds = new Set<string>();
    const outcomes = rows.map((security) => {
      if (security.kind === 'fund') return null;
      const { companyId: company_id } = findOrAddCompany(identities, security, batch);
      if (named) {
        namedIds.add(company_id);
        batch.company_names.push(...buildTradeNameRows(company_id, security));
      }
      const alias_id = `${exchange}_${security.code}`;
      if (alias_id !== company_id) batch.company_aliases.push({ alias_id, company_id, reason: 'listing' });
      batch.listings.push(buildListingRow(company_id, security, named));
      batch.observations.push(buildListingObservation(company_id, security));
      return company_id;
    });
    batch.observations = await pickNewObservations(client, batch.observations);
    return {
      batch,
      merge: {
        statedOn: asOf,
        complete: [{ source, companyIds: [...namedIds], facts: { company_names: ['trade'] } }],
      },
      outcomes,
    };
  },

  /** A listing that is not in the newest list ended by its day. */
  async finish(client, { asOf }) {
    await requireWholeList(client, asOf);
    const ended = await noteChange(
      client,
      `UPDATE listings SET listed_to = greatest(listed_from, $1::date)
       WHERE exchange = '${exchange}' AND listed_to IS NULL AND as_of < $1::date
       RETURNING company_id, ARRAY['listings'] AS fields`,
      [asOf],
    );
    await noteChange(client, delistingsSql, [exchange, asOf]);
    await mergeFacts(client, {});
    await removeOlderFunds(client, exchange, asOf);
    const funds = await countFunds(client, exchange);
    return [
      ...(ended > 0
        ? [`Listings that ended, because the list of ${asOf} does not contain them: ${ended}.`]
        : []),
      ...(funds > 0 ? [`Funds, which are known as such and are no companies: ${funds}.`] : []),
    ];
  },
};

/** About ten listings end in a month. If more than this number and more than this share end, the list is incomplete. */
const maxEnding = { listings: 100, share: 0.2 };

async function requireWholeList(client: ClientBase, asOf: string | null): Promise<void> {
  const { rows } = await client.query<{ open: number; unnamed: number }>(
    `SELECT count(*)::int AS open, (count(*) FILTER (WHERE as_of < $2::date))::int AS unnamed
     FROM listings WHERE exchange = $1 AND listed_to IS NULL`,
    [exchange, asOf],
  );
  const { open, unnamed } = rows[0] ?? { open: 0, unnamed: 0 };
  if (unnamed <= Math.max(maxEnding.listings, open * maxEnding.share)) return;
  throw new OperatorError(
    `The list of ${asOf} does not contain ${unnamed} of ${open} open listings, so it is incomplete. No listing was ended. ` +
      'Download the list again and load it.',
  );
}

const toClaim = ({ code, asOf }: ListedSecurity) =>
  ({ corporateNumber: null, securitiesCode: code, statedBy: source, statedOn: asOf }) as const;

function findOrAddCompany(
  identities: Identities,
  security: ListedSecurity,
  batch: Required<FactBatch>,
): KnownCompany {
  const claim = toClaim(security);
  const known = identities.findCompany(claim);
  if (known !== undefined) return known;
  const company = identities.createCompany({ ...claim, securitiesCode: security.code.slice(0, 4) });
  batch.companies.push(buildUnregisteredRow(company, null, claim));
  return company;
}

/** The short name of a company is that of its common stock. The short name of a preferred share names the share. */
function buildTradeNameRows(companyId: string, { kind, shortName, asOf }: ListedSecurity): NameRow[] {
  if (kind === 'preferred') return [];
  const row = { company_id: companyId, kind: 'trade', source, stated_on: asOf } as const;
  if (kind === 'investment') return [{ ...row, name: shortName.replace(/[\s　]*(優先)?出資証券$/, '') }];
  return [{ ...row, name: shortName }];
}

function buildListingRow(companyId: string, security: ListedSecurity, named: boolean): ListingRow {
  return {
    company_id: companyId,
    exchange,
    code: security.code,
    security_kind: security.kind,
    short_name: named ? security.shortName : null,
    market_segment: security.segment,
    industry_33_code: security.industry33Code,
    size_class: security.sizeClass,
    as_of: security.asOf,
  };
}
