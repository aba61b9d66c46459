import { z } from 'zod';
import { component, field, group, okField } from '../answer-fields.ts';
import { gapSchema } from '../envelope.ts';

/** `/healthz` and `/readyz`. */

export const healthSchema = z.object({ ok: okField });

const indexState = (of: string) =>
  field.oneOf(
    ['ok', 'missing', 'other_version', 'unknown'],
    `The index of ${of}. \`missing\`: it does not exist. \`other_version\`: it belongs to another build. \`unknown\`: Elasticsearch does not answer.`,
  );

const checksSchema = group('The checks, at most a second old.', {
  postgres: field.oneOf(
    ['ok', 'unavailable', 'behind'],
    '`behind`: the schema lacks migrations of this build.',
  ),
  elasticsearch: field.oneOf(['ok', 'unavailable'], 'Whether Elasticsearch answers.'),
  companies_index: indexState('companies'),
  observations_index: indexState('observations'),
});
export type ReadinessChecks = z.output<typeof checksSchema>;

export const readinessSchema = component('Readiness', 'Whether the service can answer.', {
  ok: field.flag('Whether requests can be answered.'),
  status: field.oneOf(
    ['ready', 'not_ready', 'stopping'],
    '`stopping`: the process is shutting down and accepts no new work.',
  ),
  checks: checksSchema,
  gaps: field.listOf(gapSchema, "What is missing, and the operator's command that provides it."),
});
export type Readiness = z.output<typeof readinessSchema>;
