import type { Command } from 'commander';
import {
  type CompanyOrder,
  companyOrders,
  financialMetrics,
  maxMaterializedRows,
  type Schema,
} from '../client/index.ts';
import type { Body } from './calls.ts';
import { createUsageFailure } from './failure.ts';
import { addCompanyFilters, readCompanyFilters } from './input/company-filters.ts';
import { appendFinancialCondition, financialForm } from './input/financial-conditions.ts';
import {
  createChoiceOption,
  createListOption,
  omitUndefined,
  parseWholeNumber,
  readJsonFile,
  readTextFile,
} from './input/option-values.ts';

/** The definition of a List, from flags or a file; and the query by figures, which is one kind of definition. */

type Definition = Body<'estimateList'>['definition'];

export interface QueryOptions {
  readonly financial?: Schema<'FinancialCondition'>[];
  readonly sort?: string;
  readonly file?: string;
}

export interface DefinitionOptions extends QueryOptions {
  readonly source?: string;
  readonly company?: string[];
  readonly companiesFile?: string;
  readonly query?: string;
  readonly order?: CompanyOrder;
  readonly maxRows?: number;
  readonly definition?: string;
}

export function addFinancialOptions(command: Command): Command {
  return command
    .option(
      '--financial <condition>',
      `condition on a figure (repeatable): ${financialForm}`,
      appendFinancialCondition,
    )
    .option('--sort <order>', 'an order of search, or <metric>[:asc|desc] of the latest year');
}

export function addDefinitionOptions(command: Command): Command {
  command
    .option('--source <source_id>', "the companies of a source's matched rows")
    .addOption(createListOption('--company <company_id>', 'these companies'))
    .option('--companies-file <file>', 'the companies in a file, one company_id per line')
    .option('--query <text>', 'the results of a search')
    .addOption(createChoiceOption('--order <order>', 'order of the search', companyOrders))
    .option(
      '--max-rows <number>',
      `maximum number of companies, 1 to ${maxMaterializedRows}`,
      parseWholeNumber,
    )
    .option('--definition <file>', 'a definition as JSON');
  return addFinancialOptions(addCompanyFilters(command));
}

/** @throws CommandFailure unless there is exactly one kind of definition */
export function readDefinition(options: DefinitionOptions): Definition {
  const filters = readCompanyFilters(options);
  const { source, query, order, financial, maxRows, definition } = options;
  const companyIds = readCompanyIds(options);
  const search =
    query !== undefined || order !== undefined || filters !== undefined || financial !== undefined;
  const kinds = [source !== undefined, companyIds !== null, search, definition !== undefined];
  if (kinds.filter(Boolean).length !== 1) {
    throw createUsageFailure(
      'Give exactly one kind of definition.',
      '--source, --company or --companies-file, --query and filters with or without --financial, or --definition.',
    );
  }
  // The service checks the content of the file.
  if (definition !== undefined) return readJsonFile(definition) as Definition;
  if (source !== undefined) return { source_id: source };
  if (companyIds) return { company_ids: companyIds };
  if (financial === undefined) return omitUndefined({ query, filters, order, limit: maxRows });
  if (query !== undefined || order !== undefined)
    throw createUsageFailure(
      '--query and --order cannot be used with --financial.',
      'Use filters and --sort.',
    );
  return { ...readFinancialQuery(options), ...omitUndefined({ limit: maxRows }) };
}

/** The `company_query.v1` payload from flags, or from `--file` with flags added. */
export function readFinancialQuery(options: QueryOptions): Body<'queryCompanies'> {
  const { financial, sort, file } = options;
  if (financial === undefined && file === undefined) throw createUsageFailure('Give --financial, or --file.');
  const stated = file === undefined ? {} : readJsonFile(file);
  return {
    kind: 'company_query.v1',
    financials: financial ?? [],
    ...stated,
    ...omitUndefined({
      filters: readCompanyFilters(options),
      financials: financial,
      sort: sort === undefined ? undefined : readSort(sort),
    }),
  };
}

function readSort(sort: string) {
  const order = companyOrders.find((each) => each === sort);
  if (order) return order;
  const [name, direction = 'desc'] = sort.split(':');
  const metric = financialMetrics.find((each) => each === name);
  if (metric && (direction === 'asc' || direction === 'desc'))
    return { metric, fiscal_year: 'latest', direction } as const;
  throw createUsageFailure(
    `${sort} is not a valid --sort.`,
    `Use one of ${[...companyOrders, ...financialMetrics].join(', ')}. Figures may be followed by :asc or :desc.`,
  );
}

function readCompanyIds({ company, companiesFile }: DefinitionOptions): string[] | null {
  if (company === undefined && companiesFile === undefined) return null;
  const lines = companiesFile === undefined ? [] : readTextFile(companiesFile).split(/\r?\n/);
  return [...(company ?? []), ...lines.map((line) => line.trim()).filter((line) => line !== '')];
}
