import type { IdentifierType } from '../../src/text/identifiers.ts';
import type { JudgedQuery, QueryForm } from './judged-query.ts';
import type { KnownCompany } from './known-company.ts';
import { fullWidth } from './spellings.ts';

/** Identifiers as people write them. Each must find its company, whatever the company's status. */

type Values = (company: KnownCompany) => readonly string[];

const corporateNumber: Values = ({ corporateNumber: number }) => (number === null ? [] : [number]);
const securitiesCodes: Values = (company) => company.securitiesCodes.filter((code) => code.length === 4);
const canonicalId: Values = ({ companyId }) => [companyId];

export const identifierForms: readonly QueryForm[] = [
  form('corporate number', 'corporate_number', corporateNumber, (number) => number),
  form('corporate number, spaces', 'corporate_number', corporateNumber, (number) => grouped(number, ' ')),
  form('corporate number, hyphens', 'corporate_number', corporateNumber, (number) => grouped(number, '-')),
  form('corporate number, full-width', 'corporate_number', corporateNumber, fullWidth),
  form('invoice number', 'invoice_number', corporateNumber, (number) => `T${number}`),
  form('invoice number, lower case, spaces', 'invoice_number', corporateNumber, (number) => ` t${number} `),
  form('securities code', 'securities_code', securitiesCodes, (code) => code),
  form('securities code, five characters', 'securities_code', securitiesCodes, (code) => `${code}0`),
  form('securities code, full-width', 'securities_code', securitiesCodes, fullWidth),
  form(
    'securities code with a letter, lower case',
    'securities_code',
    (company) => securitiesCodes(company).filter((code) => /[A-Z]/.test(code)),
    (code) => code.toLowerCase(),
  ),
  form(
    'securities code of five characters',
    'securities_code',
    (company) => company.securitiesCodes.filter((code) => code.length === 5),
    (code) => code,
  ),
  form(
    'EDINET code',
    'edinet_code',
    ({ edinetCodes }) => edinetCodes,
    (code) => code,
  ),
  form(
    'EDINET code, full-width lower case',
    'edinet_code',
    ({ edinetCodes }) => edinetCodes,
    (code) => fullWidth(code.toLowerCase()),
  ),
  form('company_id', 'company_id', canonicalId, (id) => id),
  form('company_id, full-width', 'company_id', canonicalId, fullWidth),
  form(
    'former company_id',
    'company_id',
    ({ aliases }) => aliases,
    (id) => id,
  ),
  domainForm('domain', (domain) => domain),
  domainForm('domain, upper case', (domain) => domain.toUpperCase()),
  domainForm('URL', (domain) => `https://www.${domain}/x?y=1`),
  domainForm('e-mail', (domain) => `info@${domain}`),
];

function grouped(number: string, mark: string): string {
  return [number.slice(0, 1), number.slice(1, 5), number.slice(5, 9), number.slice(9)].join(mark);
}

function form(
  name: string,
  identifierType: IdentifierType,
  values: Values,
  write: (value: string) => string,
): QueryForm {
  return {
    class: 'identifier_forms',
    form: name,
    draft(company) {
      const [value] = values(company);
      if (value === undefined) return null;
      return { wants: {}, judge: () => query(name, identifierType, write(value), [company.companyId]) };
    },
  };
}

/** If a domain belongs to several companies, all of them are right. */
function domainForm(name: string, write: (domain: string) => string): QueryForm {
  return {
    class: 'identifier_forms',
    form: name,
    draft({ domains: [domain] }) {
      if (domain === undefined) return null;
      return {
        wants: {},
        judge: ({ ofDomain }) => query(name, 'domain', write(domain), ofDomain(domain)),
      };
    },
  };
}

function query(
  form: string,
  identifierType: IdentifierType,
  text: string,
  expected: readonly string[],
): JudgedQuery {
  return {
    class: 'identifier_forms',
    form,
    text,
    identifierType,
    expected,
    first: expected,
    settles: expected,
  };
}
