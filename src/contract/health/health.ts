import { z } from 'zod';
import { defineComponent, field, groupFields, okField } from '../answer-fields.ts';
import { gapSchema } from '../envelope.ts';

/** `/healthz` and `/readyz`. */

export const healthSchema = z.object({ ok: okField });

const defineIndexState = (of: string) =>
  field.oneOf(
    ['ok', 'missing', 'other_version', 'unknown'],
    `The index of ${of}. \`missing\`: it does not exist. \`other_version\`: it belongs to another build. \`unknown\`: Elasticsearch does not answer.`,
  );

const checksSchema = groupFields('The checks, at most a second old.', {
  postgres: field.oneOf(
    ['ok', 'unavailable', 'behind'],
    '`behind`: the schema lacks migrations of this build.',
  ),
  elasticsearch: field.oneOf(['ok', 'unavailable'], 'Whether Elasticsearch answers.'),
  companies_index: defineIndexState('companies'),
  observations_index: defineIndexState('observations'),
});
export type ReadinessChecks = z.output<typeof checksSchema>;

const registerSchema = defineComponent('Register', 'How far the data of a register is loaded.', {
  register: field.text('Its name, for example `corporate-numbers`.'),
  state: field.oneOf(
    ['current', 'behind', 'failing', 'not_begun', 'not_followed'],
    '`current`: everything published is loaded. `behind`: it is not yet. `failing`: it is not, because the publisher cannot be read. `not_begun`: nothing is loaded with which following could begin. `not_followed`: the data comes from a file that the operator loaded.',
  ),
  complete_through: field.dateOrNull('Everything published up to this day is loaded.'),
  published_through: field.dateOrNull('The newest day that the publisher says it has published.'),
  checked_at: field.timeOrNull("The publisher's last complete answer."),
  behind_seconds: z
    .int()
    .min(0)
    .nullable()
    .describe('How long something published has been missing, in seconds; null if it is not followed.'),
  failures: field.count("Failures since the publisher's last complete answer."),
});
export type RegisterView = z.output<typeof registerSchema>;

export const readinessSchema = defineComponent('Readiness', 'Whether the service can answer.', {
  ok: field.flag('Whether requests can be answered.'),
  status: field.oneOf(
    ['ready', 'not_ready', 'stopping'],
    '`stopping`: the process is shutting down and accepts no new work.',
  ),
  checks: checksSchema,
  registers: field.listOf(
    registerSchema,
    'How fresh the data is. A register that is behind does not make the service unready. Empty if Postgres does not answer.',
  ),
  gaps: field.listOf(gapSchema, "What is missing, and the operator's command that provides it."),
});
export type Readiness = z.output<typeof readinessSchema>;
