import { type FieldFault, ServiceError } from '../../../contract/errors.ts';
import { maxCellLength } from '../../../contract/limits.ts';

/** Failures of reading an upload, so that every reader words them alike. */

/** The content is not a table that can be read. @param message names the place and what is wrong */
export function unreadable(message: string, cause?: unknown): ServiceError {
  return new ServiceError('source_file_unreadable', { message, cause });
}

/** A parameter does not fit the file. @param field the parameter */
export function unfitting(field: string, message: string): ServiceError {
  const details: FieldFault[] = [{ field, message }];
  return new ServiceError('invalid_request', { message: `${field} ${message}.`, details });
}

export function tooLarge(message: string): ServiceError {
  return new ServiceError('payload_too_large', { message });
}

/** A field of an import is larger than it may be. @param subject the field, as the sentence names it */
export function tooLargeField(field: string, message: string, subject = field): ServiceError {
  const details: FieldFault[] = [{ field, message }];
  return new ServiceError('payload_too_large', { message: `${subject} ${message}.`, details });
}

export function tooLongField(field: string): ServiceError {
  return tooLargeField(field, `has more than ${maxCellLength} characters`);
}

/** Characters of all cells of a workbook; its file can be a thousand times smaller. */
export const maxTableCharacters = 64 * 1024 * 1024;

export function tooMuchText(): ServiceError {
  return tooLarge('The cells of the workbook have more than 64 million characters together.');
}

/** As many as Excel permits. */
export const maxColumns = 16_384;

/** @param of what has them: file, sheet */
export function tooManyCells(of: string, max: number): ServiceError {
  return tooLarge(`The lines of the ${of} have more than ${max.toLocaleString('en')} cells together.`);
}

export function unsupported(message: string): ServiceError {
  return new ServiceError('source_file_type_unsupported', { message });
}
