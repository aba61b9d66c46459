import type { IdentifierType } from './vocabulary.ts';

/** The forms of identifiers; the service checks the rest. */
const forms: readonly (readonly [IdentifierType, RegExp])[] = [
  ['company_id', /^(cn_\d{13}|(tse|nse|sse|fse)_[0-9A-Z]{4,5})$/i],
  ['corporate_number', /^\d{13}$/],
  ['invoice_number', /^T\d{13}$/i],
  ['edinet_code', /^E\d{5}$/i],
  ['securities_code', /^[1-9][0-9A-Z][0-9][0-9A-Z][0-9]?$/i],
  ['domain', /^(https?:\/\/\S+|[\p{L}\p{N}][\p{L}\p{N}-]*(\.[\p{L}\p{N}-]+)+(\/\S*)?)$/iu],
];

/** The type that an identifier looks like; otherwise `name`. */
export function identifierTypeOf(text: string): IdentifierType {
  const normal = text.normalize('NFKC').trim();
  return forms.find(([, form]) => form.test(normal))?.[0] ?? 'name';
}
