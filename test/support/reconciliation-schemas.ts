import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe } from '@jest/globals';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

/** The schemas and examples of the reconciliation API 0.2, which are not part of the repository. */
const folder = path.resolve(import.meta.dirname, '../../../shared/reconciliation/0.2');

/** A suite that needs them. */
export function describeWithSchemas(title: string, suite: () => void): void {
  if (existsSync(folder)) describe(title, suite);
  else describe.skip(`${title} (skipped: there is no ../shared/reconciliation/0.2)`, suite);
}

function jsonOf(file: string) {
  return JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
}

/** Valid or invalid examples by their name. */
export function examplesOf(schema: string, kind: 'valid' | 'invalid'): [name: string, example: unknown][] {
  const place = path.join('examples', schema, kind);
  if (!existsSync(path.join(folder, place))) return [];
  return readdirSync(path.join(folder, place)).map((name) => [name, jsonOf(path.join(place, name))]);
}

/** Faults of values by the specification's schemas; without them, there are none to be found. */
export function faultsBySchemas(): (schema: string, value: unknown) => unknown[] {
  if (!existsSync(folder)) return () => [];
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // Each schema names the oldest dialect of its address, which draft 7 includes.
  for (const file of readdirSync(path.join(folder, 'schemas'))) {
    const { $schema: _, ...schema } = jsonOf(path.join('schemas', file));
    ajv.addSchema(schema, file.replace('.json', ''));
  }
  return (schema, value) => {
    const validate = ajv.getSchema(schema);
    if (!validate) throw new Error(`there is no schema ${schema}`);
    return validate(value) ? [] : (validate.errors ?? []);
  };
}
