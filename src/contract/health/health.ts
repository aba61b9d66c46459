import { z } from 'zod';
import { gapSchema, okField } from '../envelope.ts';

/** `/healthz` and `/readyz`. */

export const healthSchema = z.object({ ok: okField });

const indexState = (of: string) =>
  z
    .enum(['ok', 'missing', 'other_version', 'unknown'])
    .describe(
      `The index of ${of}. \`missing\`: it does not exist. \`other_version\`: it belongs to another build. \`unknown\`: Elasticsearch does not answer.`,
    );

const checksSchema = z
  .object({
    postgres: z
      .enum(['ok', 'unavailable', 'behind'])
      .describe('`behind`: the schema lacks migrations of this build.'),
    elasticsearch: z.enum(['ok', 'unavailable']).describe('Whether Elasticsearch answers.'),
    companies_index: indexState('companies'),
    observations_index: indexState('observations'),
  })
  .describe('The checks, at most a second old.');
export type ReadinessChecks = z.output<typeof checksSchema>;

export const readinessSchema = z
  .object({
    ok: z.boolean().describe('Whether requests can be answered.'),
    status: z
      .enum(['ready', 'not_ready', 'stopping'])
      .describe('`stopping`: the process is shutting down and accepts no new work.'),
    checks: checksSchema,
    gaps: z.array(gapSchema).describe("What is missing, and the operator's command that provides it."),
  })
  .meta({ id: 'Readiness', description: 'Whether the service can answer.' });
export type Readiness = z.output<typeof readinessSchema>;
