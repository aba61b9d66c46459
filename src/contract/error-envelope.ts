import { z } from 'zod';
import { field } from './answer-fields.ts';
import { gapSchema } from './envelope.ts';
import { type ErrorCode, errorCatalogue, getErrorEntry, type ServiceError } from './errors.ts';

// The catalogue's keys are its codes.
const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];

/** The body of every failure (docs/decisions/0007-errors.md). */
export const errorEnvelopeSchema = z
  .object({
    ok: z.literal(false).describe('Always false on failure.'),
    status: field.oneOf(
      ['error', 'blocked'],
      '`blocked`: the request is valid but refused on purpose; `gaps` says why.',
    ),
    error: z
      .object({
        code: field.oneOf(errorCodes, 'Stable, for programs.'),
        message: field.text('What happened, in one sentence.'),
        details: z
          .unknown()
          .optional()
          .describe('Invalid fields as `[{ field, message }]`, or other data for programs.'),
        details_omitted: z
          .int()
          .min(1)
          .optional()
          .describe('Number of entries left out of `details`; each list there has at most 100.'),
        recovery: z.string().optional().describe('What the caller can do about it.'),
      })
      .readonly()
      .describe('The failure.'),
    gaps: z.array(gapSchema).readonly().describe('What is missing for a successful answer.'),
    request_id: field.text('Also in the header X-Request-Id; include it when you report a failure.'),
  })
  .readonly()
  .meta({ id: 'Error', description: 'The answer to every failed request.' });
export type ErrorEnvelope = z.output<typeof errorEnvelopeSchema>;

export function buildErrorEnvelope(error: ServiceError, requestId: string): ErrorEnvelope {
  const entry = getErrorEntry(error.code);
  return {
    ok: false,
    status: entry.blocked ? 'blocked' : 'error',
    error: {
      code: error.code,
      message: error.message,
      ...(error.details === undefined ? {} : { details: error.details }),
      ...(error.detailsOmitted === 0 ? {} : { details_omitted: error.detailsOmitted }),
      recovery: entry.recovery,
    },
    gaps: [...error.gaps],
    request_id: requestId,
  };
}
