import { ServiceError } from '../../../contract/errors.ts';
import type { FileEncoding } from '../../../contract/sources/source-file.ts';
import { unfitting, unreadable } from './file-failures.ts';
import { beginsWith } from './file-kinds.ts';

/** The encoding of a text file: given, marked, or judged by its bytes. */

export interface DecodedText {
  readonly encoding: FileEncoding;
  readonly byteOrderMark: boolean;
  readonly text: string;
  /** Whether another encoding also fitted, and this one was chosen because its text is Japanese. */
  readonly judged: boolean;
  /** Whether a few bytes do not fit the encoding; the text has U+FFFD (�) for them. */
  readonly faulty: boolean;
}

/** Names for TextDecoder; CP932 is Windows-31J, the Shift_JIS of Japanese Windows. */
export const decoderNames: Readonly<Record<FileEncoding, string>> = {
  'utf-8': 'utf-8',
  cp932: 'windows-31j',
  'euc-jp': 'euc-jp',
  'iso-2022-jp': 'iso-2022-jp',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
};

export const marks: readonly (readonly [FileEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Whether separators, quotation marks and ends of lines have the bytes of ASCII or the units of UTF-16, and nothing else has them. The
 * second byte of a character in CP932 can be `|`; ISO-2022-JP has marks within.
 */
export function canKeepText(encoding: FileEncoding | null, separator: string | null): boolean {
  if (encoding === 'iso-2022-jp') return false;
  return encoding !== 'cp932' || separator !== 'pipe';
}

/**
 * The text, in the given encoding or the one that fits.
 * @throws ServiceError invalid_request, source_file_unreadable, source_file_encoding_unclear
 */
export function decodeText(bytes: Uint8Array, forced?: FileEncoding): DecodedText {
  const [marked] = marks.find(([, mark]) => beginsWith(bytes, mark)) ?? [];
  const encoding = forced ?? marked;
  if (encoding === undefined) return detected(bytes);
  const byteOrderMark = marked === encoding;
  const text = decodeAs(bytes, encoding);
  if (text !== null) return { encoding, byteOrderMark, text, judged: false, faulty: false };
  const nearly = decodeNearly(bytes, encoding);
  if (nearly !== null) return { encoding, byteOrderMark, text: nearly, judged: false, faulty: true };
  if (forced) throw unfitting('encoding', `does not fit: the file is not valid ${encoding}`);
  throw unreadable(`The file has the byte order mark of ${encoding}, but is not valid ${encoding}.`);
}

function detected(bytes: Uint8Array): DecodedText {
  const found = (encoding: FileEncoding, text: string, { judged = false, faulty = false } = {}) => ({
    encoding,
    byteOrderMark: false,
    text,
    judged,
    faulty,
  });
  if (bytes.includes(0)) return utf16(bytes);
  // Text in another encoding is almost never valid UTF-8, so this is not a guess.
  const utf8 = decodeAs(bytes, 'utf-8');
  if (utf8 !== null) {
    // ISO-2022-JP has only 7-bit bytes; its escape sequences are unmistakable.
    const jis = utf8.includes('\u001b$') ? decodeAs(bytes, 'iso-2022-jp') : null;
    if (jis === null) return found('utf-8', utf8);
    return found('iso-2022-jp', jis);
  }
  const fitting = (['cp932', 'euc-jp'] as const).flatMap((encoding) => {
    const text = decodeAs(bytes, encoding);
    if (text === null) return [];
    return [{ encoding, text, japanese: japaneseShare(text) }];
  });
  const [best, other] = fitting.sort((a, b) => b.japanese - a.japanese);
  if (!best) {
    const [nearly, another] = (['utf-8', 'cp932', 'euc-jp'] as const).flatMap((encoding) => {
      const text = decodeNearly(bytes, encoding);
      if (text === null) return [];
      return [{ encoding, text }];
    });
    if (nearly && !another) return found(nearly.encoding, nearly.text, { faulty: true });
    throw new ServiceError('source_file_encoding_unclear', {
      message: 'The file is not valid UTF-8, CP932, EUC-JP, ISO-2022-JP or UTF-16.',
      details: [{ field: 'encoding', message: 'cannot be detected' }],
    });
  }
  if (!other || best.japanese >= clearlyJapanese + other.japanese)
    return found(best.encoding, best.text, { judged: other !== undefined });
  const seen = fitting.map(({ encoding, text }) => `as ${encoding} it begins with ${beginning(text)}`);
  throw new ServiceError('source_file_encoding_unclear', {
    message: `The encoding of the file is unclear: ${seen.join('; ')}.`,
    details: [{ field: 'encoding', message: 'could be cp932 or euc-jp' }],
  });
}

/** Only UTF-16 text has zero bytes. Without a mark, the order of its bytes shows in line ends and separators. */
function utf16(bytes: Uint8Array): DecodedText {
  const fitting = (['utf-16le', 'utf-16be'] as const).flatMap((encoding) => {
    const text = bytes.length % 2 === 0 ? decodeAs(bytes, encoding) : null;
    if (text === null || text.includes('\0') || !/[\n\r,\t;]/.test(text)) return [];
    return [{ encoding, text }];
  });
  const [only, other] = fitting;
  if (only && !other) return { ...only, byteOrderMark: false, judged: false, faulty: false };
  throw unreadable(
    'This is no text: it has bytes with the value zero. It may be a damaged workbook, or UTF-16 without a clear byte order.',
  );
}

function decodeAs(bytes: Uint8Array, encoding: FileEncoding): string | null {
  try {
    return new TextDecoder(decoderNames[encoding], { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Characters that could not be read, of those that are not ASCII. In the wrong encoding, there are many more. */
const maxFaultyShare = 0.05;

/** The text with � for bytes that do not fit; null if they are more than a few. */
function decodeNearly(bytes: Uint8Array, encoding: FileEncoding): string | null {
  const text = new TextDecoder(decoderNames[encoding]).decode(bytes);
  let faulty = 0;
  let foreign = 0;
  // A list of the characters would take more memory than the file.
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) foreign += 1;
    if (code === 0xfffd) faulty += 1;
  }
  if (faulty <= maxFaultyShare * foreign) return text;
  return null;
}

/** How much larger the share of ordinary Japanese must be than in the other reading. */
const clearlyJapanese = 0.15;
const charactersJudged = 100_000;

/**
 * Characters of ordinary Japanese tables: kana, marks and frequent kanji. Bytes that are read in the wrong encoding give
 * half-width kana and rare kanji instead.
 */
const frequentKanji = [
  '株式会社有限合同東京都大阪府北海道県市区町村郡丁目番号名年月日本支店所在地住電話法人代表取締役員金額円千百万計備考担当者',
  '部課長先仕入得意売上請求払口座銀行商事工業産製作建設山川田中木野原島下小高新井藤佐伊加松竹林森石橋西南一二三四五六七八九',
  '十郵便庁立学校病院医薬品食機車動自運輸送通信情報技術研究開発務総財団農協組連種別分登録完了不可無料込始終更成書類契約注文',
  '納期税消費手数量単価算',
].join('');
const ordinary = new RegExp(`[ぁ-んァ-ヶー、。・（）々〒①-⑳㈱㈲${frequentKanji}]`, 'gu');
/** Half-width voice marks stand after kana that can be voiced, in real text. */
const halfWidth = /[｡-ﾟ]/gu;
const plausibleHalfWidth = /(?:[ｦ-ｯｱ-ﾝ]ｰ?|[ｳｶ-ﾄﾊ-ﾎ]ﾞ|[ﾊ-ﾎ]ﾟ){3,}/gu;

function japaneseShare(text: string): number {
  const part = text.slice(0, charactersJudged);
  const foreign = part.match(/[^\0-\x7f]/gu)?.length ?? 0;
  if (foreign === 0) return 1;
  const ordinaryCount = part.match(ordinary)?.length ?? 0;
  const half = part.match(halfWidth)?.length ?? 0;
  const plausible = (part.match(plausibleHalfWidth) ?? []).join('').length;
  // Half-width kana are ordinary only in runs that could be words.
  const words = half === 0 || plausible < 0.95 * half ? 0 : plausible;
  return (ordinaryCount + 0.5 * words) / foreign;
}

function beginning(text: string): string {
  return (text.split(/[\r\n]/, 1)[0] ?? '').slice(0, 40);
}
