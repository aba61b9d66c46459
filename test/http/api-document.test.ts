import { setImmediate as nextRound } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import redocly from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { type Endpoint, getDocumentPath } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { errorCatalogue } from '../../src/contract/errors.ts';
import { describeApi } from '../../src/openapi/document.ts';
import { type ApiDocument, operationsIn, schemasIn } from '../support/api-document.ts';
import { serviceSuite } from '../support/service.ts';

const document = (await describeApi()) as ApiDocument;
const operations = operationsIn(document);
const byName = operations.map((operation) => [operation.operationId, operation] as const);
const { requests, answers } = schemasIn(document);
const { service, end } = await serviceSuite();
afterAll(end);

describe('the API document', () => {
  it('is made in turns, because making it takes as long as hundreds of searches', async () => {
    let isMade = false;
    const making = describeApi().then(() => {
      isMade = true;
    });
    let rounds = 0;
    for (; !isMade; rounds += 1) await nextRound();
    await making;
    expect(rounds).toBeGreaterThan(10);
  });

  it('has a description of every property, parameter and header', () => {
    const { parameters, headers } = document.components;
    const components = Object.entries({ ...parameters, ...headers });
    const inOperations = operations.flatMap(({ operationId, parameters: own = [] }) =>
      own
        .filter(({ $ref }) => !$ref)
        .map((parameter) => [`${operationId} ${parameter.name}`, parameter] as const),
    );
    const properties = [...requests, ...answers].filter(({ isProperty }) => isProperty);
    const undescribed = [
      ...[...components, ...inOperations].filter(([, { description }]) => !description).map(([name]) => name),
      ...properties.filter(({ description }) => !description).map(({ place }) => place),
    ];
    expect(undescribed).toEqual([]);
    expect(properties.length).toBeGreaterThan(500);
  });

  it('bounds every number, text and list that a caller sends', () => {
    const bounded = ['maxLength', 'enum', 'const', 'format', 'pattern'];
    const unbounded = requests.filter(({ schema }) => {
      const types = [schema.type].flat();
      return (
        ((types.includes('integer') || types.includes('number')) &&
          schema.const === undefined &&
          (schema.minimum === undefined || schema.maximum === undefined)) ||
        (types.includes('string') && !bounded.some((bound) => bound in schema)) ||
        (types.includes('array') && schema.maxItems === undefined)
      );
    });
    expect(unbounded.map(({ place }) => place)).toEqual([]);
    expect(requests.length).toBeGreaterThan(100);
  });

  it('offers no alternative twice', () => {
    const doubled = (value: unknown, place: string): string[] => {
      if (typeof value !== 'object' || value === null) return [];
      const { anyOf, oneOf } = value as { anyOf?: unknown[]; oneOf?: unknown[] };
      const alternatives = (anyOf ?? oneOf ?? []).map((one) => JSON.stringify(one));
      return [
        ...(new Set(alternatives).size < alternatives.length ? [place] : []),
        ...Object.entries(value).flatMap(([key, inner]) => doubled(inner, `${place}/${key}`)),
      ];
    };
    const { paths, components } = document;
    expect(doubled({ paths, schemas: components.schemas }, '')).toEqual([]);
  });

  it('has an example from the recorded request for each required parameter', () => {
    // A file of a page has no recorded request.
    const needed = operations
      .filter(({ operationId }) => operationId !== 'getDocumentPagePart' && operationId !== 'getDeskPart')
      .flatMap(({ operationId, parameters = [] }) =>
        parameters
          .filter(({ $ref, required }) => !$ref && required)
          .map(({ name, example }) => ({ operationId, name, example })),
      );
    expect(needed.filter(({ example }) => typeof example !== 'string' || example === '')).toEqual([]);
    const of = (id: string, parameter: string) =>
      needed.find(({ operationId, name }) => operationId === id && name === parameter)?.example;
    expect(of('getCompany', 'companyId')).toMatch(/^cn_\d{13}$/);
    expect(of('listCandidates', 'estimate_id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(of('downloadExport', 'fileName')).toMatch(/^[0-9a-f]{64}\.csv$/);
    // Decoded: a name, not its percent signs.
    expect(of('suggestCompanies', 'q')).not.toContain('%');
  });

  it('names every operation once', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids.every((id) => /^[a-z][A-Za-z]+$/.test(id))).toBe(true);
  });

  it.each(byName)('describes the purpose, the answers and the errors of %s', (_, operation) => {
    const tags = document.tags.map(({ name }) => name);
    expect(operation.summary).toMatch(/\S/);
    expect(operation.tags).toHaveLength(1);
    expect(tags).toEqual(expect.arrayContaining([...operation.tags]));
    const statuses = Object.keys(operation.responses);
    expect(statuses.filter((status) => status.startsWith('2'))).not.toEqual([]);
    const needsKey = operation.security === undefined;
    expect(statuses).toEqual(
      expect.arrayContaining(['400', '406', '500', ...(needsKey ? ['401', '503'] : [])]),
    );
    if (operation.requestBody) expect(statuses).toEqual(expect.arrayContaining(['413', '415']));
    for (const [status, response] of Object.entries(operation.responses)) {
      expect(response.description).toMatch(/\S/);
      expect(Object.keys(response.headers ?? {})).toContain('X-Request-Id');
      if (status !== '202' || response.content) expect(Object.keys(response.content ?? {})).not.toEqual([]);
      if (status === '429') expect(Object.keys(response.headers ?? {})).toContain('Retry-After');
    }
  });

  it('lists every error where it can happen', () => {
    const shown = operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ content = {} }) =>
        Object.keys(content['application/json']?.examples ?? {}),
      ),
    );
    expect([...new Set(shown)].sort()).toEqual(Object.keys(errorCatalogue).sort());
  });

  it('is a valid OpenAPI 3.1 document', async () => {
    const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  it('passes a linter', async () => {
    const config = await redocly.createConfig({
      extends: ['recommended'],
      rules: {
        // By default it treats every schema as closed, but answers are open, and schemas of failures refer to another one.
        'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
      },
    });
    const problems = await redocly.lintFromString({
      source: JSON.stringify(document),
      absoluteRef: 'openapi.json',
      config,
    });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    ).toEqual([]);
  });
});

describe('/openapi.json and /docs', () => {
  it('serve every route of the service and nothing else, without a key', async () => {
    const { body } = await service.anonymous.get('/openapi.json').expect(200).expect('Content-Type', /json/);
    const described = operationsIn(body as ApiDocument).map(({ method, path }) => `${method} ${path}`);
    const routed = Object.values<Endpoint>(endpoints).map(
      (endpoint) => `${endpoint.method} ${getDocumentPath(endpoint)}`,
    );
    expect(described.sort()).toEqual(routed.sort());
    expect(body).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('show a page that loads nothing from other sites', async () => {
    const { text, headers } = await service.anonymous
      .get('/docs')
      .expect(200)
      .expect('Content-Type', /^text\/html/);
    const linked = [...text.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
    const mediaTypes: Record<string, RegExp> = {
      css: /^text\/css/,
      js: /^text\/javascript/,
      png: /^image\/png/,
    };
    expect(linked.length).toBeGreaterThan(2);
    for (const address of linked) {
      const { origin, pathname } = new URL(address, `${service.url}/docs`);
      expect(origin).toBe(service.url);
      const extension = pathname.split('.').at(-1) ?? '';
      const part = await service.anonymous.get(pathname).expect(200);
      expect(part.headers['content-type']).toMatch(mediaTypes[extension] ?? 'a known kind of file');
    }
    expect(text).not.toMatch(/https?:\/\//);
    // The policy allows files from here and nothing written into the page.
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\bstyle=/);
  });

  it('lead from /docs/ to /docs, also for a browser that follows', async () => {
    const redirect = await service.anonymous.get('/docs/').expect(308);
    expect(new URL(String(redirect.headers.location), `${service.url}/docs/`).href).toBe(
      `${service.url}/docs`,
    );
    await service.anonymous.head('/docs/').expect(308);
    const { text } = await service.anonymous.get('/docs/').redirects(1).expect(200);
    expect(text).toContain('docs/swagger-ui-bundle.js');
    // No other path has two spellings.
    await service.anonymous.get('/openapi.json/').expect(404);
    await service.anonymous.get('/api/service/search/').expect(404);
  });

  it('answer 404 for unknown parts of the page', async () => {
    for (const part of ['package.json', 'index.html', '..%2fpackage.json', 'constructor'])
      await service.anonymous.get(`/docs/${part}`).expect(404);
  });
});
