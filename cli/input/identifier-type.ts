import { exchanges, type IdentifierType } from '../../client/index.ts';

/** The forms of identifiers as people write them; the service reads them and checks the rest. */
const code = '[1-9][0-9A-Z][0-9][0-9A-Z][0-9]?';
const market = '[東名札福大]\\P{N}{0,20}|マザーズ|JASDAQ|プライム|スタンダード|グロース';
const exchange = 'T(?:YO|SE|KS)|XTKS|J(?:PX?|PN|T)|NAG|NSE|NG|FSE|FKA|FU|SSE|SAP';
const forms: readonly (readonly [IdentifierType, RegExp])[] = [
  ['company_id', new RegExp(`^(cn_\\d{13}|(${exchanges.join('|')})_[0-9A-Z]{4,5})$`, 'i')],
  // 7203.JP is a code, but sites with such names are written 4126.jp.
  ['domain', /^\d{4,5}\.jp$/],
  ['edinet_code', /^(EDINET\P{N}{0,6})?E[\s-]?\d{5}$/iu],
  [
    'securities_code',
    new RegExp(
      `^(?:(?:${market})[\\s:]*|(?:${exchange})[\\s:]+|[証券銘柄株式上場]*コード[\\s:(]*)?${code}(?:\\.[NSFT]|[\\s.:/-]{1,3}(?:${exchange})(?: equity)?|[:/-][NSFT]|[\\s・/([]+(?:${market}|${exchange}|[NSFT]))?$`,
      'iu',
    ),
  ],
  ['name', /会社|法人|組合|\((?:株|有|同)\)/],
  ['domain', /@\S+\.\S|https?:\/\/|^[\p{L}\p{N}][\p{L}\p{N}-]*(\.[\p{L}\p{N}-]+)+(\/\S*)?$/iu],
];

const around = /^[\s='"“”‘’′`「『【[(<]+|[\s'"“”‘’′`」』】\])>.,;、]+$/g;
const grouping = /(?<=[\dT])[\s.,'’′`_‐-―−ー-]{1,3}(?=\d)/gi;
const number = /^\D{0,40}?(T[\s.:]*)?\d{13}(?:\D.{0,20})?$/i;

/** A legal form, which makes a text a name even beside a number; not in labels such as 法人番号, 会社法人等番号. */
const legalForm =
  /(?:会社|法人)(?!(?:法人)?等?の?(?:番号|コード|ID|No))|組合(?!(?:番号|コード))|\((?:株|有|同)\)/i;

/** The type that an identifier looks like; otherwise `name`. */
export function guessIdentifierType(text: string): IdentifierType {
  const normal = text
    .replaceAll('´', "'")
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(around, '');
  // Spreadsheets add .0 to numbers and commas to codes.
  const plain = normal.replace(/\.0{1,2}$/, '').replace(/^(\d{1,2}),(\d{3})$/, '$1$2');
  const known = forms.find(([, form]) => form.test(plain))?.[0];
  const [written, invoiceMark] = number.exec(plain.replace(grouping, '')) ?? [];
  if (known === 'company_id' || written === undefined) return known ?? 'name';
  if (legalForm.test(plain)) return 'name';
  if (invoiceMark === undefined) return 'corporate_number';
  return 'invoice_number';
}
