import type { AmountKey, GbizFileName } from './columns.ts';

/** Which field of the API has which cell of a full file. */

/** The field of the API for each key of a row; several are tried in this order. */
export type Fields = Readonly<Record<string, string>>;

export const nameAndPlace: Fields = { name: 'name', address: 'location' };

export const basicFields: Fields = {
  ...nameAndPlace,
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
export const onlyBasic = [
  ...['kana', 'close_date', 'close_cause', 'kind', 'capital_stock', 'employee_number', 'business_summary'],
  ...['company_url', 'founding_year', 'business_items', 'date_of_establishment', 'qualification_grade'],
];

const approval: Fields = {
  on: 'date_of_approval',
  title: 'title',
  target: 'target',
  issuer: 'government_departments',
};

/** The lists of an item, each with the full file that has the same rows. */
export const itemLists: readonly {
  readonly key: string;
  readonly file: GbizFileName;
  readonly fields: Fields;
}[] = [
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
  { key: 'subsidy', file: 'Hojokinjoho', fields: { ...approval, amount: 'amount' } },
  {
    key: 'commendation',
    file: 'Hyoshojoho',
    fields: { ...approval, on: 'date_of_commendation', department: 'category', remarks: 'note' },
  },
  { key: 'certification', file: 'TodokedeNinteijoho', fields: { ...approval, department: 'category' } },
];

/**
 * An item may leave out its name. Other JSON Lines have some of the same fields, with other meanings. So a line without a name
 * counts as an item only if all its fields are fields of an item.
 */
export const itemFields: ReadonlySet<string> = new Set([
  ...[
    'corporate_number',
    'representative_name',
    'representative_position',
    'number_of_activity',
    'meta-data',
  ],
  ...Object.values(basicFields),
  ...itemLists.map(({ key }) => key),
  ...['patent', 'finance', 'workplace_info'],
]);

export const patentFields: Fields = {
  right: 'patent_type',
  registration_number: 'registration_number',
  on: 'application_date',
  title: 'title',
  document_url: 'url',
};
/** Where a full file has the classification of each right: its codes, and what they mean. */
export const classifications: Readonly<Partial<Record<string, readonly [codes: string, names: string]>>> = {
  特許: ['fi_codes', 'fi_names'],
  意匠: ['design_codes', 'design_names'],
  商標: ['trademark_codes', 'trademark_names'],
};

export const amountFields: Readonly<Record<AmountKey, string>> = {
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

export const workplaceFields: Readonly<Record<string, Fields>> = {
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
