import { parseCorporateNumber } from '../../../src/text/identifiers/identifiers.ts';
import { isUndecoded, undecoded } from '../../loading/reading.ts';
import { dayOf } from './cells.ts';
import { type AmountKey, amountKeys, type GbizFile, type GbizFileName, gbizFiles } from './columns.ts';
import type { GbizRow } from './rows.ts';

/**
 * Items of `hojin-infos`, as gBizINFO's REST API (version 2) answers `/v2/hojin/{number}`, its sub-resources and
 * `/v2/hojin/updateInfo…`. Each item is read as the rows of the full files that say the same, so that both give the same
 * facts and observations with the same ids. Representatives are never read.
 */

type Item = Readonly<Record<string, unknown>>;
/** The field of the API for each key of a row; several are tried in this order. */
type Fields = Readonly<Record<string, string>>;

const company: Fields = { name: 'name', address: 'location' };

const basicFields: Fields = {
  ...company,
  kana: 'kana',
  english_name: 'name_en',
  closed_on: 'close_date',
  close_cause: 'close_cause',
  postal_code: 'postal_code',
  kind: 'kind',
  process: 'process',
  state: 'status',
  capital: 'capital_stock',
  employees: 'employee_number',
  employees_male: 'company_size_male',
  employees_female: 'company_size_female',
  business_summary: 'business_summary',
  website: 'company_url',
  founding_year: 'founding_year',
  business_items: 'business_items',
  founded_on: 'date_of_establishment',
  qualification_grade: 'qualification_grade',
  updated_on: 'update_date',
};
/** An item of another resource repeats the name and the place, but has none of these. */
const onlyBasic = [
  ...['kana', 'close_date', 'close_cause', 'kind', 'capital_stock', 'employee_number', 'business_summary'],
  ...['company_url', 'founding_year', 'business_items', 'date_of_establishment', 'qualification_grade'],
];

/** The lists of an item, each with the full file that has the same rows. */
const lists: readonly { readonly key: string; readonly file: GbizFileName; readonly fields: Fields }[] = [
  {
    key: 'procurement',
    file: 'Chotatsujoho',
    fields: {
      on: 'date_of_order',
      title: 'title',
      price: 'amount',
      organisation: 'government_departments',
      remarks: 'note',
    },
  },
  {
    key: 'subsidy',
    file: 'Hojokinjoho',
    fields: {
      on: 'date_of_approval',
      title: 'title',
      amount: 'amount',
      target: 'target',
      issuer: 'government_departments',
    },
  },
  {
    key: 'commendation',
    file: 'Hyoshojoho',
    fields: {
      on: 'date_of_commendation',
      title: 'title',
      target: 'target',
      department: 'category',
      issuer: 'government_departments',
      remarks: 'note',
    },
  },
  {
    key: 'certification',
    file: 'TodokedeNinteijoho',
    fields: {
      on: 'date_of_approval',
      title: 'title',
      target: 'target',
      department: 'category',
      issuer: 'government_departments',
    },
  },
];

/**
 * An item may leave out its name. But other JSON Lines have some of the same fields, with other meanings; they are told by
 * those that an item has not.
 */
const itemFields: ReadonlySet<string> = new Set([
  ...[
    'corporate_number',
    'representative_name',
    'representative_position',
    'number_of_activity',
    'meta-data',
  ],
  ...Object.values(basicFields),
  ...lists.map(({ key }) => key),
  ...['patent', 'finance', 'workplace_info'],
]);

const patentFields: Fields = {
  right: 'patent_type',
  registration_number: 'registration_number',
  on: 'application_date',
  title: 'title',
  document_url: 'url',
};
/** Where a full file has the classification of each right: its codes, and what they mean. */
const classifications: Readonly<Partial<Record<string, readonly [codes: string, names: string]>>> = {
  特許: ['fi_codes', 'fi_names'],
  意匠: ['design_codes', 'design_names'],
  商標: ['trademark_codes', 'trademark_names'],
};

const amountFields: Readonly<Record<AmountKey, string>> = {
  net_sales: 'net_sales_summary_of_business_results',
  operating_revenue: 'operating_revenue1_summary_of_business_results',
  operating_income: 'operating_revenue2_summary_of_business_results',
  gross_operating_revenue: 'gross_operating_revenue_summary_of_business_results',
  ordinary_revenue: 'ordinary_income_summary_of_business_results',
  net_insurance_premium: 'net_premiums_written_summary_of_business_results_ins',
  recurring_profit: 'ordinary_income_loss_summary_of_business_results',
  net_income: 'net_income_loss_summary_of_business_results',
  capital: 'capital_stock_summary_of_business_results',
  net_assets: 'net_assets_summary_of_business_results',
  total_assets: 'total_assets_summary_of_business_results',
  employees: 'number_of_employees',
};

const workplaceFields: Readonly<Record<string, Fields>> = {
  base_infos: {
    average_years_of_service_scope: 'average_continuous_service_years_type',
    average_years_of_service_male: 'average_continuous_service_years_Male',
    average_years_of_service_female: 'average_continuous_service_years_Female',
    average_years_of_service_regular: 'average_continuous_service_years',
    average_age: 'average_age',
    monthly_overtime_hours: 'month_average_predetermined_overtime_hours',
  },
  women_activity_infos: {
    female_workers_ratio_scope: 'female_workers_proportion_type',
    female_workers_ratio: 'female_workers_proportion',
    female_managers: 'female_share_of_manager',
    managers: 'gender_total_of_manager',
    female_officers: 'female_share_of_officers',
    officers: 'gender_total_of_officers',
  },
  compatibility_of_childcare_and_work: {
    childcare_leave_eligible_male: 'number_of_paternity_leave',
    childcare_leave_eligible_female: 'number_of_maternity_leave',
    childcare_leave_taken_male: 'paternity_leave_acquisition_num',
    childcare_leave_taken_female: 'maternity_leave_acquisition_num',
  },
};

/** An item about one company as rows, or why it is rejected. */
export interface GbizItem {
  readonly corporateNumber: string;
  readonly rows: readonly GbizRow[];
}

/** The text that is kept of a rejected item: only its number. */
export function itemText(item: unknown): string {
  return cellOf(isItem(item) ? item.corporate_number : null).slice(0, 100);
}

/** @param fileDay for rows without a day */
export function readItem(item: unknown, fileDay: string): GbizItem | string {
  if (!isItem(item)) return 'not a JSON object';
  const number = parseCorporateNumber(cellOf(item.corporate_number));
  if (!number.ok) return `corporate_number: ${number.message}`;
  const other = 'name' in item ? undefined : Object.keys(item).find((key) => !itemFields.has(key));
  if (other !== undefined) return `is no item of hojin-infos: it has ${other.slice(0, 50)}, and no name`;
  if (isUndecoded(cellOf(item.name))) return `name ${undecoded}`;
  const updatedOn = dayOf(cellOf(item.update_date));
  const rowOf = (file: GbizFileName, cells: Record<string, string>, stated: Item): GbizRow => {
    const meta = objectIn(stated, 'meta-data');
    const collectedOn =
      dayOf(cellOf(meta.last_update_date)) ?? dayOf(cellOf(meta.last_acquisition_date)) ?? updatedOn;
    return {
      file,
      corporateNumber: number.value,
      cells: {
        ...inOrder(file, { ...pick(item, company), ...cells, corporate_number: number.value }),
        data_quality: cellOf(meta.data_quality),
        origin: cellOf(meta.source),
      },
      other: {},
      collectedOn,
      knownOn: collectedOn ?? fileDay,
    };
  };
  return {
    corporateNumber: number.value,
    rows: [
      ...(onlyBasic.some((key) => cellOf(item[key]) !== '')
        ? [rowOf('Kihonjoho', pick(item, basicFields), item)]
        : []),
      ...lists.flatMap(({ key, file, fields }) =>
        itemsIn(item, key).map((each) => rowOf(file, pick(each, fields), each)),
      ),
      ...itemsIn(item, 'patent').map((each) => rowOf('Tokkyojoho', patentCells(each), each)),
      ...financeCells(objectIn(item, 'finance')).map((cells) =>
        rowOf('Zaimujoho', cells, objectIn(item, 'finance')),
      ),
      ...workplaceCells(objectIn(item, 'workplace_info')).map((cells) =>
        rowOf('Shokubajoho', cells, objectIn(item, 'workplace_info')),
      ),
    ],
  };
}

/** The id of an observation is made from the cells in the order of the file's columns. */
function inOrder(file: GbizFileName, cells: Readonly<Record<string, string>>): Record<string, string> {
  const { columns }: GbizFile = gbizFiles[file];
  return Object.fromEntries(Object.values(columns).map((key) => [key, cells[key] ?? '']));
}

function patentCells(patent: Item): Record<string, string> {
  const cells = pick(patent, patentFields);
  const [codes, names] = classifications[cells.right ?? ''] ?? [];
  const stated = itemsIn(patent, 'classifications');
  const joined = (key: string) =>
    stated
      .map((each) => cellOf(each[key]))
      .filter((cell) => cell !== '')
      .join('|');
  return {
    ...cells,
    ...(codes !== undefined && { [codes]: joined('コード値') }),
    ...(names !== undefined && { [names]: joined('日本語') }),
  };
}

/** A row for each year. The shareholders are those of the report, so they are in the row of its own year. */
function financeCells(finance: Item): Record<string, string>[] {
  const report = {
    accounting_standard: cellOf(finance.accounting_standards),
    fiscal_period: cellOf(finance.fiscal_year_cover_page),
  };
  const shareholders = Object.fromEntries(
    itemsIn(finance, 'major_shareholders').flatMap((each, at) => [
      [`shareholder_${at + 1}`, cellOf(each.name_major_shareholders)],
      [`shareholder_ratio_${at + 1}`, cellOf(each.shareholding_ratio)],
    ]),
  );
  return itemsIn(finance, 'management_index').map((year) => {
    const term = cellOf(year.period);
    const amounts = amountKeys.flatMap((key) => [
      [key, cellOf(year[amountFields[key]])],
      [`${key}_unit`, unitOf(cellOf(year[`${amountFields[key]}_unit_ref`]))],
    ]);
    return { ...report, term, ...Object.fromEntries(amounts), ...(Number(term) === 0 && shareholders) };
  });
}

function unitOf(unit: string): string {
  return unit === 'JPY' ? '円' : unit;
}

function workplaceCells(workplace: Item): Record<string, string>[] {
  const cells = Object.assign(
    {},
    ...Object.entries(workplaceFields).map(([part, fields]) => pick(objectIn(workplace, part), fields)),
  ) as Record<string, string>;
  return Object.values(cells).some((cell) => cell !== '') ? [cells] : [];
}

function pick(item: Item, fields: Fields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, cellOf(item[field])]));
}

/** Numbers come as numbers or as texts. A list of texts is written as in the files, with `|`. */
function cellOf(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll('\0', '');
  if (typeof value === 'number') return String(value);
  return Array.isArray(value)
    ? value
        .map(cellOf)
        .filter((text) => text !== '')
        .join('|')
    : '';
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectIn(item: Item, key: string): Item {
  const value = item[key];
  return isItem(value) ? value : {};
}

/** The most entries of one list that are read. */
const maxEntries = 10_000;

function itemsIn(item: Item, key: string): Item[] {
  const value = item[key];
  return Array.isArray(value) ? value.slice(0, maxEntries).filter(isItem) : [];
}
