import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { industries, marketSegments, termLabel } from '../../src/contract/companies/company-vocabulary.ts';
import type { EdinetFiler } from '../registers/edinet/columns.ts';
import type { ListedSecurity } from '../registers/jpx/columns.ts';
import type { RegisterState } from '../registers/nta/columns.ts';
import type { ObservationRow } from './facts.ts';

/**
 * What the registers and lists say, as observations with their dates. An observation is made once, when it is said first,
 * and never changed: its id is made of what it says.
 */

type Said = Pick<ObservationRow, 'type' | 'subtype' | 'source' | 'summary' | 'evidence'> & {
  /** `YYYY-MM-DD`, a day in Japan. */
  readonly on: string;
  /**
   * What makes it another observation than every other: with the number or code that the source knows the company by, for
   * a company_id can pass into another.
   */
  readonly content: readonly unknown[];
};

function statedObservation(companyId: string, { on, content, ...said }: Said): ObservationRow {
  const digest = createHash('sha256')
    .update(JSON.stringify([said.type, said.subtype, said.source, content]))
    .digest('hex');
  return {
    observation_id: `${said.source}_${digest.slice(0, 32)}`,
    company_id: companyId,
    ...said,
    summary: said.summary.slice(0, 2000),
    confidence: 1,
    observed_at: `${on}T00:00:00+09:00`,
  };
}

/** Those of the observations that nobody has made yet. */
export async function newObservations(
  client: ClientBase,
  observations: readonly ObservationRow[],
): Promise<ObservationRow[]> {
  if (observations.length === 0) return [];
  const { rows } = await client.query<{ observation_id: string }>(
    'SELECT observation_id FROM observations WHERE observation_id = ANY($1::text[])',
    [observations.map(({ observation_id }) => observation_id)],
  );
  const known = new Set(rows.map(({ observation_id }) => observation_id));
  return observations.filter(({ observation_id }) => !known.has(observation_id));
}

interface RegistryChange {
  readonly subtype: string;
  readonly summary: string;
  readonly evidence: Record<string, unknown>;
}

const endings: Readonly<Partial<Record<string, string>>> = {
  liquidated: '清算の結了等により登記記録が閉鎖されました。',
  merger: '合併により解散しました。',
  closed_by_registrar: '登記官により登記記録が閉鎖されました。',
};

/** What an entry of the register changed; null for a removal, whose row is blank. */
function registryChange(state: RegisterState, before: RegisterState | undefined): RegistryChange | null {
  const { name } = state;
  const address = `${state.prefecture ?? ''}${state.city ?? ''}${state.street ?? ''}`;
  switch (state.process) {
    case '01':
      return { subtype: 'registration', summary: `${name}が登記されました。`, evidence: { name } };
    case '11': {
      const from = before && before.name !== name && before.name !== '' ? before.name : null;
      const summary = `商号を${from === null ? '' : `「${from}」から`}「${name}」に変更しました。`;
      return {
        subtype: 'name_change',
        summary,
        evidence: { ...(from !== null && { before: from }), after: name },
      };
    }
    case '12':
      return {
        subtype: 'address_change',
        summary: `${name}が所在地を${address}に変更しました。`,
        evidence: { after: address },
      };
    case '13': {
      const after = state.outsideJapan ?? '国外';
      return {
        subtype: 'address_change',
        summary: `${name}が所在地を国外に変更しました。`,
        evidence: { after },
      };
    }
    case '21': {
      const merged = state.closeCause === 'merger';
      return {
        subtype: merged ? 'merger' : 'closing',
        summary: `${name}は${endings[state.closeCause ?? ''] ?? '登記記録が閉鎖されました。'}`,
        evidence: {
          close_cause: state.closeCause,
          ...(state.successor !== null && { successor_corporate_number: state.successor }),
        },
      };
    }
    case '22':
      return { subtype: 'revival', summary: `${name}の登記記録が復活しました。`, evidence: {} };
    case '71':
      return { subtype: 'absorption', summary: `${name}が合併により他の法人を承継しました。`, evidence: {} };
    case '72':
      return { subtype: 'annulled_merger', summary: `${name}の合併が無効とされました。`, evidence: {} };
    default:
      return null;
  }
}

/** Most rows of the full file are of these: the state of a company, and no news. */
const noNews = new Set(['01', '12']);

/**
 * Changes of one corporation, from its rows of one file, oldest first. Of the full file, which has the last entry of
 * every corporation there is, registrations and moves are left out.
 */
export function registryObservations(
  companyId: string,
  states: readonly RegisterState[],
  { wholeRegister }: { wholeRegister: boolean },
): ObservationRow[] {
  return states.flatMap((state, at) => {
    if (wholeRegister && noNews.has(state.process)) return [];
    const change = registryChange(state, states[at - 1]);
    if (change === null) return [];
    const on = state.process === '21' ? (state.closedOn ?? state.changedOn) : state.changedOn;
    const { name, process, closeCause } = state;
    return [
      statedObservation(companyId, {
        type: 'registry_change',
        ...change,
        source: 'corporate_registry',
        on: on ?? state.updatedOn,
        content: [
          state.corporateNumber,
          process,
          on,
          name,
          process === '12' ? change.evidence.after : closeCause,
        ],
      }),
    ];
  });
}

/** What the EDINET code list says of a filer; another observation whenever it says something else. */
export function filerObservation(companyId: string, filer: EdinetFiler, asOf: string): ObservationRow {
  const { industry, fiscalYearEnd, capitalYen, listingStatement, consolidated, edinetCode } = filer;
  const words = [
    ...(industry === null ? [] : [`業種は${industry}`]),
    ...(listingStatement === null ? [] : [listingStatement]),
    ...(fiscalYearEnd === null ? [] : [`決算日は${fiscalYearEnd}`]),
    ...(capitalYen === null ? [] : [`資本金は${capitalYen.toLocaleString('en-US')}円`]),
  ];
  const evidence = {
    edinet_code: edinetCode,
    industry,
    listing_statement: listingStatement,
    fiscal_year_end: fiscalYearEnd,
    capital_yen: capitalYen,
    consolidated,
  };
  return statedObservation(companyId, {
    type: 'corporate_profile',
    subtype: 'edinet_filer',
    source: 'edinet',
    summary: `EDINETの提出者です${words.length === 0 ? '' : `（${words.join('、')}）`}。`,
    evidence,
    on: asOf,
    content: Object.values(evidence),
  });
}

/** What the exchange's list says of a security; another observation whenever it says something else. */
export function listingObservation(companyId: string, security: ListedSecurity): ObservationRow {
  const { code, kind, segment, industry33Code, asOf } = security;
  const sector = industry33Code === null ? '' : `、${termLabel(industries, industry33Code)}`;
  return statedObservation(companyId, {
    type: 'corporate_profile',
    subtype: 'listing',
    source: 'exchange',
    summary: `東京証券取引所（${termLabel(marketSegments, segment)}）に上場しています（証券コード${code}${sector}）。`,
    evidence: {
      securities_code: code,
      security_kind: kind,
      market_segment: segment,
      industry_33_code: industry33Code,
    },
    on: asOf,
    content: [code, kind, segment, industry33Code],
  });
}

/** The listings that have ended on a day, as observations; takes the exchange as $1 and the day as $2. */
export const delistingsSql = `
  INSERT INTO observations (observation_id, company_id, type, subtype, source, summary, evidence, observed_at)
  SELECT 'exchange_' || left(encode(sha256(convert_to(concat_ws(' ', exchange, code, listed_to), 'UTF8')), 'hex'), 32),
    company_id, 'listing_change', 'delisting', 'exchange', '証券コード' || code || 'の上場が終わりました。',
    jsonb_build_object('securities_code', code, 'market_segment', market_segment, 'listed_to', listed_to),
    listed_to::timestamp AT TIME ZONE 'Asia/Tokyo'
  FROM listings WHERE exchange = $1 AND listed_to = $2::date
  ON CONFLICT DO NOTHING
  RETURNING company_id, ARRAY['observations'] AS fields`;
