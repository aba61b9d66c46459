import type { HintField } from '../../../contract/company-resolve/hints.ts';
import type { ComparedCell } from '../../../contract/sources/compared-companies.ts';
import { findNearMiss } from '../../../text/identifiers/corporate-number.ts';
import { parseIdentifier } from '../../../text/identifiers/identifiers.ts';
import type { IdentifierType } from '../../../text/identifiers/parsed-identifier.ts';
import { normalizeText } from '../../../text/letters/normalize.ts';
import type { ComparedFacts } from '../../companies/company-record.ts';
import { mappedColumns, parseRow } from '../../row-matching/parse-row.ts';
import {
  type ComparedHint,
  type Comparison,
  createPlaceComparer,
} from '../../row-matching/rules/place-hints.ts';
import { arePlacesOfBranch } from '../../row-matching/settling/places-in-name.ts';
import type { SourceRecord, SourceRowRecord } from '../records/source-record.ts';

type CellField = ComparedCell['field'];
type Located = Pick<ComparedFacts, 'summary' | 'office'>;

const noOffice = { prefecture: null, city: null, street: null, postal_code: null };

/** What a company has in a field, and how it is compared; without a type, as a place. */
const comparedFields: Readonly<
  Record<CellField, { readonly type?: IdentifierType; readValue(company: Located): string | null }>
> = {
  corporate_number: { type: 'corporate_number', readValue: ({ summary }) => summary.corporate_number },
  ticker: { type: 'securities_code', readValue: ({ summary }) => summary.securities_code },
  securities_code: { type: 'securities_code', readValue: ({ summary }) => summary.securities_code },
  domain: { type: 'domain', readValue: ({ summary }) => summary.website_url },
  email: { type: 'domain', readValue: ({ summary }) => summary.website_url },
  prefecture: { readValue: ({ summary }) => summary.prefecture },
  city: { readValue: ({ summary }) => summary.city },
  address: {
    readValue: ({ summary, office }) =>
      [summary.prefecture, summary.city, office?.street].filter(Boolean).join('') || null,
  },
  postal_code: { readValue: ({ office }) => office?.postal_code ?? null },
};

/** Reads the mapped cells of a row once, to compare them with any number of companies as matching compares them. */
export function createCellComparer(
  { cells, written }: Pick<SourceRowRecord, 'cells' | 'written'>,
  { mapping, headers }: Pick<SourceRecord, 'mapping' | 'headers'>,
): (company: Located) => ComparedCell[] {
  if (mapping === null) return () => [];
  const columns = mappedColumns(mapping, headers);
  const { hints, branch = '' } = parseRow(cells, [], columns);
  const setAside = written?.set_aside ?? [];
  const comparePlace = createPlaceComparer(hints, arePlacesOfBranch({ hints, branch }, { setAside }));
  const filled = [...columns.fields, ...columns.hints].flatMap(({ field, header, place }) => {
    const text = cells[place]?.trim() ?? '';
    return field === 'name' || text === '' ? [] : [{ field, header, text }];
  });
  return (company) => {
    const { compared, isInStreet } = comparePlace(company.office ?? noOffice);
    return filled.map(({ field, header, text }) => {
      const { type, readValue } = comparedFields[field];
      const value = readValue(company);
      const agreement = type
        ? nameComparison(compareIdentifier(type, text, value))
        : namePlaceComparison(compared, field, hints[field as HintField], isInStreet);
      return { field, header, value, agreement };
    });
  };
}

function namePlaceComparison(
  compared: readonly ComparedHint[],
  field: CellField,
  value: string | undefined,
  isInStreet: Comparison,
): ComparedCell['agreement'] {
  const own = compared.find((each) => each.field === field)?.same ?? null;
  if (own !== null)
    return own && field === 'address' && isInStreet === false ? 'agrees_in_part' : nameComparison(own);
  // Of an address in Latin letters, the prefecture and the city are compared.
  const ofPart = compared.find((each) => value !== undefined && each.value === value)?.same ?? null;
  return ofPart ? 'agrees_in_part' : nameComparison(ofPart);
}

function compareIdentifier(type: IdentifierType, text: string, own: string | null): Comparison {
  const ofCompany = own === null ? null : parseIdentifier(type, own);
  if (!ofCompany?.ok) return null;
  const parsed = parseIdentifier(type, text);
  if (parsed.ok) return parsed.value === ofCompany.value;
  // Nearly its number: a person has to see which digit differs.
  const isSlip = type === 'corporate_number' && findNearMiss(normalizeText(text), ofCompany.value) !== null;
  return isSlip || parsed.reason === 'check_digit' ? false : null;
}

function nameComparison(same: Comparison): ComparedCell['agreement'] {
  if (same === null) return 'unknown';
  return same ? 'agrees' : 'contradicts';
}
