/** The values of `identifier_type`. Source: docs/decisions/0001-identity.md. */
export const identifierTypes = [
  'company_id',
  'securities_code',
  'corporate_number',
  'domain',
  'edinet_code',
  'invoice_number',
  'name',
] as const;
export type IdentifierType = (typeof identifierTypes)[number];

/**
 * - `empty`: no text, or one that says that there is none
 * - `malformed`: not in the form of this identifier
 * - `check_digit`: in the right form, but a digit is wrong
 * - `not_identifying`: well formed, but belongs to many companies (free mail, hosting) or to none
 */
export type IdentifierFault = 'empty' | 'malformed' | 'check_digit' | 'not_identifying';

export interface Fault {
  readonly reason: IdentifierFault;
  /** One sentence for the caller. */
  readonly message: string;
  /** Whether an empty text looks like a value, so that people should know: 9999999999999, or a legal form alone as a name. */
  readonly placeholder?: true;
}

/** `value` is the canonical form, in which the identifier is stored and compared. */
export type ParsedIdentifier =
  | { readonly ok: true; readonly type: IdentifierType; readonly value: string }
  | ({ readonly ok: false; readonly type: IdentifierType } & Fault);

/** The code of a fault in gaps and warnings, with its message. */
export function toIdentifierFault({ reason, message }: Fault): { code: string; message: string } {
  const code = reason === 'check_digit' ? 'identifier_check_digit_invalid' : `identifier_${reason}`;
  return { code, message };
}

/** @returns the canonical form, or what is wrong with the text */
export type Read = (text: string) => string | Fault;

export function toParsedIdentifier(type: IdentifierType, found: string | Fault): ParsedIdentifier {
  if (typeof found === 'string') return { ok: true, type, value: found };
  return { ok: false, type, ...found };
}

export const plainNames: Readonly<Record<IdentifierType, string>> = {
  company_id: 'company_id',
  securities_code: 'securities code',
  corporate_number: 'corporate number',
  domain: 'domain',
  edinet_code: 'EDINET code',
  invoice_number: 'invoice number',
  name: 'name',
};

export function makeEmptyFault(type: IdentifierType, text: string): Fault {
  const what = plainNames[type];
  const message = text === '' ? `The ${what} is empty.` : `"${text}" means that there is no ${what}.`;
  return { reason: 'empty', message };
}

export function makePlaceholderFault(type: IdentifierType, text: string): Fault {
  const message = `${text} is not a real ${plainNames[type]}. People and programs write it where there is none.`;
  return { reason: 'empty', message, placeholder: true };
}

export function makeMalformedFault(message: string): Fault {
  return { reason: 'malformed', message };
}
