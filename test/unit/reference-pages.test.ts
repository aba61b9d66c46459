import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { projectFolder } from '../../engine/project-folder.ts';
import type { Endpoint, EndpointLimit } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { errorCatalogue } from '../../src/contract/errors.ts';
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
  const document = describeApi() as ApiDocument;
  const operations = operationsIn(document);
  const sections = document.tags.map(({ name, description = '' }) => [
    `### ${name}`,
    '',
    description,
    '',
    '| Endpoint | What it does | Credits | Limit | Statuses |',
    '|---|---|---|---|---|',
    ...operations.filter(({ tags }) => tags.includes(name)).map(endpointRow),
    '',
  ]);
  expectOrRecord('docs/api.md', sections.flat().slice(0, -1));
});

const limits: Readonly<Record<EndpointLimit, string>> = {
  none: 'none',
  search: 'search: rate, quotas',
  suggest: 'search: rate',
  heavy: 'heavy: rate',
};

function endpointRow({
  method,
  path: address,
  operationId,
  summary = '',
  responses,
}: ReturnType<typeof operationsIn>[number]): string {
  const { charge, limit, searchesIn } = endpoints[operationId as keyof typeof endpoints] as Endpoint;
  const counted = searchesIn ? `${limits[limit]}; search: quotas` : limits[limit];
  const statuses = Object.keys(responses).join(' ');
  const credits = charge?.creditClass ?? 'none';
  return `| \`${method} ${address}\` | ${withStop(summary)} | ${credits} | ${counted} | ${statuses} |`;
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
