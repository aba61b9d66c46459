import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { projectFolder } from '../../engine/project-folder.ts';
import type { NameRule } from '../../src/contract/companies/name-rule.ts';
import { everyKind, listedNameRules } from '../../src/contract/companies/name-rules.ts';
import type { Endpoint, EndpointLimit } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { errorCatalogue } from '../../src/contract/errors.ts';
import { getReadOnlyUse, type ReadOnlyUse } from '../../src/contract/key-permission.ts';
import { describeApi } from '../../src/openapi/document.ts';
import { type ApiDocument, operationsIn } from '../support/api-document.ts';

/**
 * Compares the tables of the reference pages with the code. After an intended change,
 * `RECORD_DOCUMENTS=1 npm test -- test/unit/reference-pages.test.ts` rewrites them.
 */

const start = '<!-- generated: see test/unit/reference-pages.test.ts -->\n';
const end = '<!-- end of generated -->';

it('lists every error code in docs/errors.md', () => {
  const rows = Object.entries(errorCatalogue).map(
    ([code, { status, message, recovery }]) => `| \`${code}\` | ${status} | ${message} | ${recovery} |`,
  );
  expectOrRecord('docs/errors.md', [
    '| Code | Status | What happened | What to do |',
    '|---|---|---|---|',
    ...rows,
  ]);
});

it('lists every endpoint in docs/api.md', async () => {
  const document = (await describeApi()) as ApiDocument;
  const operations = operationsIn(document);
  const sections = document.tags.map(({ name, description = '' }) => [
    `### ${name}`,
    '',
    description,
    '',
    '| Endpoint | What it does | Credits | Limit | Read-only key | Statuses |',
    '|---|---|---|---|---|---|',
    ...operations.filter(({ tags }) => tags.includes(name)).map(endpointRow),
    '',
  ]);
  expectOrRecord('docs/api.md', sections.flat().slice(0, -1));
});

it('lists every rule for names in docs/rules.md', () => {
  const rows = listedNameRules.map(([code, rule], at) => {
    const { stage, field, rule: way, strength } = rule.answer;
    const answer = `\`${stage}\`, \`${field}\`, \`${way}\`, ${strength}`;
    const names = everyKind.every((kind) => rule.names.includes(kind)) ? 'any' : rule.names.join(', ');
    return `| ${at + 1} | [\`${code}\`](#${code}) | ${rule.onlyIn ?? 'both'} | ${names} | ${describeComparison(rule)} | ${answer} | ${rule.score / 1000} | ${settling[rule.settles ?? 'never']} |`;
  });
  const sections = listedNameRules.flatMap(([code, { words, isNot, examples }]) => [
    '',
    `### \`${code}\``,
    '',
    `${words}`,
    '',
    `Not: ${isNot}`,
    '',
    '| Text | Name that fits | Legal name |',
    '|---|---|---|',
    ...examples.map(
      ([text, name, legalName = name]: NameRule['examples'][number]) =>
        `| ${text} | ${name} | ${legalName} |`,
    ),
  ]);
  expectOrRecord('docs/rules.md', [
    '## The rules',
    '',
    '| | Rule | Used by | Names | What must be equal | Stage, field, rule and strength in `matched_by` | Relevance | Settles alone |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    'Rules of equal relevance stand in the order of the table. `field` in an answer is the kind of the name that fits, also where the',
    'table says `name`.',
    ...sections,
  ]);
});

const settling: Readonly<Record<NonNullable<NameRule['settles']> | 'never', string>> = {
  name: 'as a whole name',
  bare_name: 'as a bare name, if the text has no form',
  exclusive: 'if its source says that the alias means no other company',
  never: 'no',
};

const conditions: Readonly<Record<NonNullable<NameRule['onlyIf']>, string>> = {
  text_has_form: '; only if the text has a form',
  company_is_listed: '; only if the company is listed',
  company_is_well_known:
    '; only of companies that are well known (prominence 4 or more; every listed one) or file with EDINET',
};

function describeComparison({ comparison, onlyIf }: NameRule): string {
  const condition = onlyIf ? conditions[onlyIf] : '';
  if (comparison.by === 'called')
    return `the text, by \`loose\` or \`alike\` or as it is read, and [what people make of the names](#what-a-well-known-company-is-called)${condition}`;
  if (comparison.by === 'beginning')
    return `\`loose\` of the text, and the beginning of \`loose\`${condition}`;
  if (comparison.by === 'words') return `all words of the text, and words of one name${condition}`;
  const listKeys = (keys: readonly string[]) => keys.map((key) => `\`${key}\``).join(' or ');
  return `${listKeys(comparison.text)} of the text, and ${listKeys(comparison.name)} of the name${condition}`;
}

const limits: Readonly<Record<EndpointLimit, string>> = {
  none: 'none',
  search: 'search: rate, quotas',
  suggest: 'search: rate',
  heavy: 'heavy: rate',
};

const readOnlyUses: Readonly<Record<ReadOnlyUse, string>> = {
  any: 'yes',
  dryRun: 'dry run',
  preview: 'preview',
  none: 'no',
};

function endpointRow({
  method,
  path: address,
  operationId,
  summary = '',
  responses,
}: ReturnType<typeof operationsIn>[number]): string {
  const endpoint: Endpoint = endpoints[operationId as keyof typeof endpoints];
  const { charge, spends = 'none', limit, searchesIn, auth } = endpoint;
  const counted = searchesIn ? `${limits[limit]}; search: quotas` : limits[limit];
  const statuses = Object.keys(responses).join(' ');
  const credits = charge && !charge.free ? charge.creditClass : spends;
  const readOnly = auth === 'none' ? 'no key needed' : readOnlyUses[getReadOnlyUse(endpoint)];
  return `| \`${method} ${address}\` | ${withStop(summary)} | ${credits} | ${counted} | ${readOnly} | ${statuses} |`;
}

const withStop = (sentence: string) => (sentence.endsWith('.') ? sentence : `${sentence}.`);

function expectOrRecord(name: string, lines: readonly string[]): void {
  const file = path.join(projectFolder, name);
  const [before = '', rest = ''] = readFileSync(file, 'utf8').split(start);
  const [shown = '', after = ''] = rest.split(end);
  const wanted = `${lines.join('\n')}\n`;
  if (process.env.RECORD_DOCUMENTS === '1') writeFileSync(file, `${before}${start}${wanted}${end}${after}`);
  else expect(shown).toBe(wanted);
}
