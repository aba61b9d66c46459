import type { IdentifierType } from '../../src/text/identifiers/parsed-identifier.ts';
import type { QueryForm } from './judged-query.ts';
import type { KnownCompany } from './known-company.ts';
import { fullWidth } from './spellings.ts';

/** Identifiers as people write them. Each must find its company, whatever the company's status. */

type Values = (company: KnownCompany) => readonly string[];
type Write = (value: string) => string;

const corporateNumbers: Values = ({ corporateNumber: number }) => (number === null ? [] : [number]);
const codesOf = (form: RegExp): Values => {
  return ({ securitiesCodes }) => securitiesCodes.filter((code) => form.test(code));
};
const edinetCodes: Values = (company) => company.edinetCodes;
const asIs: Write = (value) => value;

export const identifierForms: readonly QueryForm[] = [
  ...forms('corporate_number', corporateNumbers, {
    'corporate number': asIs,
    'corporate number, spaces': (number) => grouped(number, ' '),
    'corporate number, hyphens': (number) => grouped(number, '-'),
    'corporate number, full-width': fullWidth,
  }),
  ...forms('invoice_number', corporateNumbers, {
    'invoice number': (number) => `T${number}`,
    'invoice number, lower case, spaces': (number) => ` t${number} `,
  }),
  ...forms('securities_code', codesOf(/^.{4}$/), {
    'securities code': asIs,
    'securities code, five characters': (code) => `${code}0`,
    'securities code, full-width': fullWidth,
  }),
  ...forms('securities_code', codesOf(/^(?=.*[A-Z]).{4}$/), {
    'securities code with a letter, lower case': (code) => code.toLowerCase(),
  }),
  ...forms('securities_code', codesOf(/^.{5}$/), { 'securities code of five characters': asIs }),
  ...forms('edinet_code', edinetCodes, {
    'EDINET code': asIs,
    'EDINET code, full-width lower case': (code) => fullWidth(code.toLowerCase()),
  }),
  ...forms('company_id', ({ companyId }) => [companyId], {
    company_id: asIs,
    'company_id, full-width': fullWidth,
  }),
  ...forms('company_id', ({ aliases }) => aliases, { 'former company_id': asIs }),
  ...forms('domain', ({ domains }) => domains, {
    domain: asIs,
    'domain, upper case': (domain) => domain.toUpperCase(),
    URL: (domain) => `https://www.${domain}/x?y=1`,
    'e-mail': (domain) => `info@${domain}`,
  }),
];

function grouped(number: string, mark: string): string {
  return [number.slice(0, 1), number.slice(1, 5), number.slice(5, 9), number.slice(9)].join(mark);
}

function forms(
  identifierType: IdentifierType,
  values: Values,
  writings: Readonly<Record<string, Write>>,
): QueryForm[] {
  return Object.entries(writings).map(([form, write]) => ({
    class: 'identifier_forms',
    form,
    draft(company) {
      const [value] = values(company);
      if (value === undefined) return null;
      return {
        wants: {},
        judge({ ofDomain }) {
          // If a domain belongs to several companies, all of them are right.
          const expected = identifierType === 'domain' ? ofDomain(value) : [company.companyId];
          return { text: write(value), identifierType, expected, first: expected, settles: expected };
        },
      };
    },
  }));
}
