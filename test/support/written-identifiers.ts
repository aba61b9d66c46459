import type { IdentifierType } from '../../src/text/identifiers/parsed-identifier.ts';

/** Identifiers as people write them. Every reader of identifiers is tested with the same forms. */

type Write = (value: string) => string;

export function fullWidth(text: string): string {
  return text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
}

function grouped(number: string, mark: string): string {
  return [number.slice(0, 1), number.slice(1, 5), number.slice(5, 9), number.slice(9)].join(mark);
}

function thousands(number: string, mark = ','): string {
  return number.replace(/\B(?=(?:\d{3})+$)/g, mark);
}

/** Of 13 digits. */
export const writtenNumbers: readonly Write[] = [
  (number) => number,
  fullWidth,
  (number) => grouped(number, '-'),
  (number) => grouped(number, '－'),
  (number) => grouped(number, ' '),
  (number) => grouped(number, '　'),
  (number) => `'${number}`,
  (number) => `’${number}`,
  (number) => `´${number}`,
  (number) => thousands(number),
  (number) => fullWidth(thousands(number)),
  (number) => thousands(number, "'"),
  (number) => thousands(number, '.'),
  (number) => `${number}.0`,
  (number) => `${thousands(number)}.00`,
  (number) => `="${number}"`,
  (number) => `"${number}"`,
  (number) => `【${number}】`,
  (number) => `法人番号:${number}`,
  (number) => `法人番号　${fullWidth(number)}`,
  (number) => `No.${number}`,
  (number) => `№ ${number}`,
  (number) => `${number.slice(0, 6)}\u200b${number.slice(6)}\ufeff`,
  (number) => `${number}（本社）`,
  (number) => `${number[0]}.${number.slice(1)}E+12`,
];

/** Of 13 digits, with the `T` of an invoice number. */
export const writtenInvoiceNumbers: readonly Write[] = [
  (number) => `T${number}`,
  (number) => `t${number}`,
  (number) => fullWidth(`T${number}`),
  (number) => `T-${grouped(number, '-')}`,
  (number) => `T ${grouped(number, ' ')}`,
  (number) => `'T${number}`,
  (number) => `T${thousands(number)}`,
  (number) => `T${number}.0`,
  (number) => `="T${number}"`,
  (number) => `登録番号 T${number}`,
  (number) => `登録番号：Ｔ${fullWidth(number)}`,
  (number) => `適格請求書発行事業者登録番号 T${number}`,
  (number) => `T番号：T${number}`,
  (number) => `T${number}（登録済）`,
];

/** Of four or five characters. */
export const writtenCodes: readonly Write[] = [
  (code) => code,
  fullWidth,
  (code) => code.toLowerCase(),
  (code) => `${code}.T`,
  (code) => `${code}-T`,
  (code) => `${code}.JP`,
  (code) => `${code} JP`,
  (code) => `${code} JT Equity`,
  (code) => `TYO:${code}`,
  (code) => `TSE:${code}`,
  (code) => `JPX:${code}`,
  (code) => `東証:${code}`,
  (code) => `東証プライム ${code}`,
  (code) => `'${code}`,
  (code) => `="${code}"`,
  (code) => `[${code}]`,
  (code) => `${code}（東P）`,
  (code) => `${code}(東証プライム)`,
  (code) => `${code} 東証`,
  (code) => `${code}.0`,
  (code) => `コード:${code}`,
  (code) => `証券コード　${code}`,
];

/** Of a registrable domain. */
export const writtenDomains: readonly Write[] = [
  (domain) => domain,
  (domain) => domain.toUpperCase(),
  (domain) => fullWidth(`www.${domain}`),
  (domain) => `https://www.${domain}/ir/?x=1,2#top`,
  (domain) => `http://user@shop.${domain}:8080/`,
  (domain) => `info@${domain}`,
  (domain) => `mailto:info@${domain}`,
  (domain) => `山田 太郎 <yamada@${domain}>`,
  (domain) => `"山田, 太郎" <yamada@${domain}>`,
  (domain) => `yamada@${domain}; suzuki@mail.${domain}`,
  (domain) => `yamada@${domain}、sato@gmail.com`,
  (domain) => `https://${domain}/（公式サイト）`,
  (domain) => `HP：https://www.${domain}/`,
  (domain) => `<https://${domain}>`,
];

export const writtenForms: readonly (readonly [IdentifierType, readonly Write[], prefix: string])[] = [
  ['corporate_number', writtenNumbers, ''],
  ['invoice_number', writtenInvoiceNumbers, 'T'],
  ['securities_code', writtenCodes, ''],
  ['domain', writtenDomains, ''],
];

/** Forms that the service reads, but by which the command line need not guess the type. */
export const rarelyWrittenForms: typeof writtenForms = [
  [
    'corporate_number',
    [
      (number) => grouped(number, '─'),
      (number) => grouped(number, '〜'),
      (number) => grouped(number, '/'),
      (number) => [...number].join(' '),
      (number) => `【法人番号】${number}`,
      (number) => `法人番号（13桁）：${number}`,
      (number) => `■法人番号＝${number}`,
      (number) => `Company No. ${number}`,
      (number) => `${number}※`,
      (number) => `${number} ○`,
      (number) => `法人番号 ${number} / ${number}`,
    ],
    '',
  ],
  [
    'invoice_number',
    [
      (number) => `（T）${number}`,
      (number) => `TT${number}`,
      (number) => `№T ${number}`,
      (number) => `登録済 T${number}`,
      (number) => `課税事業者：T${number}`,
      (number) => `ｲﾝﾎﾞｲｽ T${number}`,
      (number) => `Qualified Invoice Issuer No.: T${number}`,
      (number) => `T${number}（2023年10月1日登録）`,
      (number) => `T${grouped(number, '-')} 令和5年10月1日`,
      (number) => `*T${number}`,
    ],
    'T',
  ],
  [
    'securities_code',
    [
      (code) => `コード番号：${code}（東証プライム）`,
      (code) => `東証プライム市場（証券コード：${code}）`,
      (code) => `Ticker: ${code} JP`,
      (code) => `■${code}`,
      (code) => `【東証】${code}`,
      (code) => `${code}、東証スタンダード`,
      (code) => `${code}\u3000東証JASDAQスタンダード`,
    ],
    '',
  ],
  [
    'domain',
    [
      (domain) => `http//www.${domain}/`,
      (domain) => `ttps://${domain}/`,
      (domain) => `http://https://${domain}/`,
      (domain) => `https: //${domain}`,
      (domain) => `www. ${domain}`,
      (domain) => domain.replaceAll('.', '。'),
      (domain) => `→https://${domain}/`,
      (domain) => `※${domain}`,
      (domain) => `あり(${domain})`,
      (domain) => `・${domain}`,
      (domain) => `URL=https://${domain}/`,
      (domain) => `アドレスhttps://${domain}/`,
      (domain) => `info[at]${domain}`,
      (domain) => `info @ ${domain}`,
      (domain) => `${domain} 他`,
      (domain) => `①https://${domain}/ ②https://www.${domain}/ir`,
    ],
    '',
  ],
];
