import { z } from 'zod';
import { PublisherError } from './publisher-error.ts';

/** A whole number that publishers write as a number or as a string. */
export const writtenCount = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(0));

/** A text that publishers also write as a number, or leave out. */
export const writtenText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((text) => String(text ?? ''));

/** Publishers report some errors with status 200, in one of these forms. */
const faultSchema = z.union([
  z.object({
    metadata: z.object({ status: writtenText.pipe(z.string().regex(/^(?!200$)/)), message: writtenText }),
  }),
  z
    .object({ StatusCode: z.number(), message: z.string() })
    .transform(({ StatusCode, message }) => ({ metadata: { status: String(StatusCode), message } })),
  z
    .object({ errors: z.array(z.object({ message: z.string() })).min(1), message: z.string().optional() })
    .transform(({ errors: [first] }) => ({
      metadata: { status: 'an error', message: first?.message ?? '' },
    })),
]);

/** An error that a publisher reports in an answer with status 200. */
export class ReportedError extends PublisherError {
  readonly status: string;

  constructor(status: string, message: string) {
    super(`The publisher answers ${status}: ${message.slice(0, 200)}`, {
      refusesAll: status === '403' || status === '429',
    });
    this.status = status;
  }
}

/** @throws PublisherError if the body is an error, is not JSON, or is not as documented */
export function readJson<Schema extends z.ZodType>(body: Buffer, schema: Schema): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new PublisherError('The answer is not JSON: it is cut off or damaged.');
  }
  const fault = faultSchema.safeParse(value);
  if (fault.success) throw new ReportedError(fault.data.metadata.status, fault.data.metadata.message);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new PublisherError(
    `The answer is not as documented: ${issue?.path.join('.') || 'it'} ${issue?.message ?? 'is invalid'}.`,
  );
}
