import { formatTokyoDayStart } from '../../../src/text/days/calendar.ts';
import type { ObservationRow } from '../../facts/index.ts';
import { readCellText } from '../../loading/files/cell-values.ts';
import { buildStableId } from '../../loading/stable-id.ts';
import { describeAmounts, formatYen, wrapText } from '../../loading/summary-words.ts';
import { mayBePerson, readDay, readNumber } from './cells.ts';
import { amountKeys, type GbizFileName, shareholderPlaces, workplaceKeys } from './columns.ts';
import {
  extractMetrics,
  extractOrganisationShareholders,
  parseFiscalPeriod,
  readAmounts,
} from './finance.ts';
import type { GbizRow } from './rows.ts';

type Statement = Pick<ObservationRow, 'type' | 'subtype' | 'summary' | 'evidence'> & { on: string | null };
type GetCell = (key: string) => string | null;

/** Reads the row of an activity; null if the row says nothing. */
type Reader = (row: GbizRow, cell: GetCell) => Statement | null;

/** Some columns of an activity may name a person who was honoured or is in charge. */
const omitPerson = (text: string | null) => {
  if (text !== null && mayBePerson(text)) return null;
  return text;
};

const readers: Readonly<Record<GbizFileName, Reader>> = {
  Kihonjoho: (row, cell) => {
    const summary = cell('business_summary');
    if (summary === null) return null;
    const items = splitItems(cell('business_items'));
    return {
      type: 'corporate_profile',
      subtype: 'basic_facts',
      summary,
      evidence: { text: summary, business_items: items },
      on: readDay(row.cells.updated_on),
    };
  },

  Chotatsujoho: (row, cell) => {
    const title = cell('title');
    if (title === null) return null;
    const price = readNumber(row.cells.price);
    const organisation = cell('organisation');
    return {
      type: 'procurement',
      subtype: 'order',
      summary: `${wrapText('', organisation, 'から')}「${title}」を${wrapText('', formatYen(price), 'で')}受注しました。`,
      evidence: { title, organisation, price, remarks: omitPerson(cell('remarks')) },
      on: readDay(row.cells.on),
    };
  },

  Hojokinjoho: (row, cell) => {
    const title = cell('title');
    if (title === null) return null;
    const amount = readNumber(row.cells.amount);
    const issuer = cell('issuer');
    return {
      type: 'subsidy',
      subtype: 'grant',
      summary: `${wrapText('', issuer, 'から')}「${title}」${wrapText('（', formatYen(amount), '）')}の交付を受けました。`,
      evidence: { title, issuer, amount, target: omitPerson(cell('target')) },
      on: readDay(row.cells.on),
    };
  },

  Hyoshojoho: (row, cell) => buildAward(row, cell, 'commendation', 'で表彰されました。'),
  TodokedeNinteijoho: (row, cell) =>
    buildAward(row, cell, 'certification', 'の認定または届出の受理を受けました。'),

  Tokkyojoho: (row, cell) => {
    const right = cell('right') ?? '特許';
    const title = cell('title');
    const number = cell('registration_number');
    if (title === null && number === null) return null;
    return {
      type: 'patent',
      subtype: rights[right] ?? right,
      summary: `${right}「${title ?? '名称なし'}」${wrapText('（登録番号', number, '）')}の権利を持っています。`,
      evidence: {
        title,
        right,
        registration_number: number,
        ...Object.fromEntries(rightDetails.map((key) => [key, cell(key)])),
      },
      on: readDay(row.cells.on),
    };
  },

  Zaimujoho: (row, cell) => {
    const amounts = readAmounts(row);
    if (Object.keys(amounts).length === 0) return null;
    const stated = cell('fiscal_period');
    const period = parseFiscalPeriod(stated ?? '', row.cells.term ?? '');
    const year = (period && `${period.fiscalYear}年度`) ?? stated ?? '年度不明';
    return {
      type: 'financials',
      subtype: cell('accounting_standard'),
      summary: `${year}の財務情報：${describeAmounts(extractMetrics(row))}。`,
      evidence: {
        accounting_standard: cell('accounting_standard'),
        fiscal_period: stated,
        fiscal_year: period?.fiscalYear ?? null,
        term: cell('term'),
        amounts,
        shareholders: extractOrganisationShareholders(row),
      },
      on: period?.endedOn ?? null,
    };
  },

  Shokubajoho: (row, cell) => {
    const stated = workplaceKeys.map((key) => [key, readNumber(row.cells[key]) ?? cell(key)] as const);
    const evidence: Readonly<Record<string, number | string | null>> = Object.fromEntries(
      stated.filter(([, value]) => value !== null),
    );
    if (Object.keys(evidence).length === 0) return null;
    const words = workplaceWords
      .filter(([key]) => evidence[key] !== undefined)
      .map(([key, word, unit]) => `${word}${evidence[key]}${unit}`);
    return {
      type: 'workplace',
      subtype: 'figures',
      summary: `職場情報：${words.join('、') || '登録があります'}。`,
      evidence,
      on: null,
    };
  },
};

const rights: Readonly<Partial<Record<string, string>>> = {
  特許: 'patent',
  意匠: 'design',
  商標: 'trademark',
};
const rightDetails = [
  ...['fi_codes', 'fi_names', 'f_term_themes', 'design_codes', 'design_names'],
  ...['trademark_codes', 'trademark_names', 'document_url'],
];

const workplaceWords: readonly (readonly [key: string, word: string, unit: string])[] = [
  ['average_age', '平均年齢', '歳'],
  ['average_years_of_service_regular', '正社員の平均継続勤務年数', '年'],
  ['monthly_overtime_hours', '月平均所定外労働時間', '時間'],
  ['female_workers_ratio', '女性労働者の割合', '％'],
  ['female_managers', '女性管理職', '人'],
  ['managers', '管理職', '人'],
];

function buildAward(
  row: GbizRow,
  cell: GetCell,
  type: 'commendation' | 'certification',
  ending: string,
): Statement | null {
  const title = cell('title');
  if (title === null) return null;
  const issuer = cell('issuer');
  const target = omitPerson(cell('target'));
  return {
    type,
    subtype: 'award',
    summary: `${wrapText('', issuer, 'から')}「${title}」${wrapText('（', target, '）')}${ending}`,
    evidence: {
      title,
      issuer,
      target,
      department: omitPerson(cell('department')),
      remarks: omitPerson(cell('remarks')),
    },
    on: readDay(row.cells.on),
  };
}

/** 100|200 */
export function splitItems(cell: string | null): string[] {
  return (cell ?? '')
    .split('|')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

const maxSummaryLength = 2000;
/** The limit of the database. */
const maxSubtypeLength = 200;

/**
 * The observation of a row; null if the row says nothing. Its id is made from the row without the name and address of the
 * company and without the publisher's bookkeeping, so that the same row of a newer file is the same observation.
 */
export function buildGbizObservation(row: GbizRow, companyId: string): ObservationRow | null {
  const statement = readers[row.file](row, (key) => readCellText(row.cells[key]));
  if (statement === null) return null;
  const { on, summary, evidence, subtype, ...rest } = statement;
  const data = { data_quality: readCellText(row.cells.data_quality), origin: readCellText(row.cells.origin) };
  return {
    observation_id: buildStableId('gbiz', [row.file, row.corporateNumber, listIdContent(row, on)]),
    company_id: companyId,
    ...rest,
    subtype: subtype?.slice(0, maxSubtypeLength) ?? null,
    source: 'gbizinfo',
    summary: summary.slice(0, maxSummaryLength),
    evidence: {
      ...removeNulls({ ...evidence, ...(on !== null && { on }), ...data }),
      ...(Object.keys(row.other).length > 0 && { other: row.other }),
    },
    confidence: 1,
    observed_at: formatTokyoDayStart(on ?? row.knownOn),
  };
}

/** In these files a company has one row, which newer files replace. */
const oneRowPerCompany: ReadonlySet<GbizFileName> = new Set(['Kihonjoho', 'Shokubajoho']);
const keysOutsideId: ReadonlySet<string> = new Set([
  ...['corporate_number', 'name', 'address', 'data_quality', 'origin'],
  // Figures of a business year may be corrected later, so the id has only the year and the standard.
  ...amountKeys.flatMap((key) => [key, `${key}_unit`]),
  ...shareholderPlaces.flatMap((place) => [`shareholder_${place}`, `shareholder_ratio_${place}`]),
]);

function listIdContent({ file, cells }: GbizRow, on: string | null): string[] {
  if (oneRowPerCompany.has(file)) return [];
  return Object.entries({ ...cells, ...(on !== null && 'on' in cells && { on }) })
    .filter(([key]) => !keysOutsideId.has(key))
    .map(([, cell]) => cell.trim());
}

function removeNulls(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
