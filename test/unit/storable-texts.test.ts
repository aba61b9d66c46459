import { expect, it } from '@jest/globals';
import { z } from 'zod';
import type { Endpoints } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';

const all: Endpoints = endpoints;

/** Texts of bodies that reach no store as they are. Those of queries may. */
const notStored: readonly RegExp[] = [
  // Asked of the index, and read as names and identifiers before, without invisible characters.
  /^(searchCompanies|queryCompanies|searchJobs|searchConstruction|searchObservations) /,
  /^(resolveCompany|resolveCompanies) |^reconcile(WithKey)? queries/,
  // Checked as a whole (`isStorableJson`), or compared with the headers of a source, or cells that are told from it.
  /^(createDiscovery|refineDiscovery|estimateList|patchWorkspacePreferences|storeResearch) /,
  /^(mapSource|importSource|exportList) /,
  // Only looked up as UUIDs, or read as a URL.
  /^(createList source_id|materializeList (estimate_id|list_id)|setListDelivery url)$/,
];

/** What Postgres and UTF-8 cannot store. */
const unstorable = ['a\0b', '\0', 'a\ud800b'];

function listTexts(schema: unknown, path: string): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) =>
      listTexts(field, path ? `${path}.${name}` : name),
    );
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((each) => listTexts(each, path));
  if (schema instanceof z.ZodArray) return listTexts(schema.element, `${path}[]`);
  if (schema instanceof z.ZodRecord)
    return [...listTexts(schema.keyType, `${path} key`), ...listTexts(schema.valueType, `${path}{}`)];
  // A list in a query is split first: it is checked by the whole pipe.
  if (schema instanceof z.ZodPipe && takesUnstorable(schema)) return [path];
  if (schema instanceof z.ZodPipe) return schema.out instanceof z.ZodArray ? [] : listTexts(schema.in, path);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return listTexts(schema.unwrap(), path);
  return takesUnstorable(schema as z.ZodType) ? [path] : [];
}

function takesUnstorable(schema: z.ZodType): boolean {
  return unstorable.some((text) => schema.safeParse(text).success);
}

it('is a fault of its field if a text cannot be stored', () => {
  const taken = Object.entries(all).flatMap(([endpoint, { query, body }]) =>
    [query, body]
      .filter((schema) => schema !== undefined)
      .flatMap((schema) => listTexts(schema, '').map((path) => `${endpoint} ${path}`)),
  );
  expect(taken.filter((each) => !notStored.some((kind) => kind.test(each)))).toEqual([]);
});
