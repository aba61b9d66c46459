import { z } from 'zod';

const wholeNumber = z.int().min(0);
const moment = z.iso.datetime({ offset: true });

/** Fields of answers by their kind, each with its text for the API document. */
export const field = {
  text: (about: string) => z.string().describe(about),
  textOrNull: (about: string) => z.string().nullable().describe(about),
  flag: (about: string) => z.boolean().describe(about),
  /** A whole number from 0. */
  count: (about: string) => wholeNumber.describe(about),
  countOrNull: (about: string) => wholeNumber.nullable().describe(about),
  /** A number from 0 to 1. */
  ratio: (about: string) => z.number().min(0).max(1).describe(about),
  uuid: (about: string) => z.uuid().describe(about),
  uuidOrNull: (about: string) => z.uuid().nullable().describe(about),
  /** `YYYY-MM-DD`. */
  date: (about: string) => z.iso.date().describe(about),
  dateOrNull: (about: string) => z.iso.date().nullable().describe(about),
  /** A moment as the service writes it: in UTC, to the millisecond. */
  time: (about: string) => moment.describe(about),
  timeOrNull: (about: string) => moment.nullable().describe(about),
  oneOf: <const Values extends readonly string[]>(values: Values, about: string) =>
    z.enum(values).describe(about),
  oneOfOrNull: <const Values extends readonly string[]>(values: Values, about: string) =>
    z.enum(values).nullable().describe(about),
  listOf: <Item extends z.ZodType>(item: Item, about: string) => z.array(item).describe(about),
};

/** Fields that belong together. */
export function groupFields<Fields extends z.ZodRawShape>(about: string, fields: Fields) {
  return z.object(fields).describe(about);
}

/** Fields with a name, under which the API document has them once (`components.schemas`). */
export function defineComponent<Fields extends z.ZodRawShape>(
  id: string,
  description: string,
  fields: Fields,
) {
  return z.object(fields).meta({ id, description });
}

/** The body of a success. */
export function defineAnswer<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.object({ ok: okField, ...fields });
}

/** `ok` of every success. */
export const okField = z.literal(true).describe('Always true on success.');
