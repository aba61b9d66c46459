import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The parts of a report of `npm run bench` that plots use. */

const percentiles = z.array(z.number()).readonly();
const row = z.object({
  benchmark: z.string(),
  name: z.string(),
  ours: z.number(),
  theirs: z.number(),
  unit: z.string(),
  ratio: z.number(),
  target: z.string().nullable(),
  margin: z.number().nullable(),
  kind: z.string().optional(),
  percentiles: z.object({ ours: percentiles, theirs: percentiles }).optional(),
});
const report = z.object({
  machine: z.object({ cpu: z.string(), cores: z.number(), memoryGiB: z.number(), node: z.string() }),
  options: z.object({ companies: z.number(), grown: z.number() }),
  measured_at: z.string(),
  rows: z.array(row),
});

export type Report = z.output<typeof report>;
export type ReportRow = Report['rows'][number];

/** The file is not a report. */
export class ReportError extends Error {
  override readonly name = 'ReportError';
}

/** @throws ReportError */
export function readReport(file: string): Report {
  try {
    return report.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    const [fault] = cause instanceof z.ZodError ? cause.issues : [];
    const why = fault ? `${fault.path.join('.')}: ${fault.message}` : cause;
    throw new ReportError(`${file} is not a report of this version's benchmarks: ${why}`);
  }
}
