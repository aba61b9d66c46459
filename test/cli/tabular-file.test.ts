import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import Encoding from 'encoding-japanese';
import { readTable, rowsByHeader } from '../../cli/tabular-file.ts';

const text = '会社名,証券コード\r\n髙島屋,8233\r\n①㈱ﾃｽﾄ～－,\r\n';
const rows = [
  ['髙島屋', '8233'],
  ['①㈱ﾃｽﾄ～－', ''],
];

const utf8 = (content: string) => new TextEncoder().encode(content);
/** Windows-31J by its own table, which has characters that JIS lacks: 髙, ①, ㈱. */
const cp932 = (content: string) =>
  Uint8Array.from(Encoding.convert(Encoding.stringToCode(content), { to: 'SJIS', from: 'UNICODE' }));
const eucJp = (content: string) =>
  Uint8Array.from(Encoding.convert(Encoding.stringToCode(content), { to: 'EUCJP', from: 'UNICODE' }));
const utf16le = (content: string) => new Uint8Array(Buffer.from(`\ufeff${content}`, 'utf16le'));

describe('the encoding of a file', () => {
  it.each([
    ['UTF-8', utf8(text), 'utf-8', false],
    ['UTF-8 with a byte order mark', utf8(`\ufeff${text}`), 'utf-8', true],
    ['UTF-16 of a spreadsheet', utf16le(text), 'utf-16le', true],
  ] as const)('is detected: %s', (_, bytes, encoding, byteOrderMark) => {
    expect(readTable(bytes)).toMatchObject({
      encoding,
      byteOrderMark,
      headers: ['会社名', '証券コード'],
      rows,
    });
  });

  it('is detected: CP932, with the characters that Windows added', () => {
    const bytes = Uint8Array.from([
      ...cp932('会社名,番号\r\n'),
      // 髙 ① ㈱ ～ －, as Windows writes them.
      ...[0xfb, 0xfc, 0x87, 0x40, 0x87, 0x8a, 0x81, 0x60, 0x81, 0x7c],
      ...cp932(',1\r\n'),
    ]);
    expect(readTable(bytes)).toMatchObject({ encoding: 'cp932', rows: [['髙①㈱～－', '1']] });
  });

  it('is UTF-8 for plain ASCII', () => {
    expect(readTable(utf8('name\nABC\n'))).toMatchObject({ encoding: 'utf-8', rows: [['ABC']] });
  });

  it('is detected: EUC-JP', () => {
    const bytes = eucJp('会社名,番号\r\n日本電気,1\r\n');
    expect(readTable(bytes)).toMatchObject({ encoding: 'euc-jp', rows: [['日本電気', '1']] });
  });

  it('is not guessed if CP932 and EUC-JP both fit', () => {
    expect(() => readTable(eucJp('名前\r\n極洋\r\n'))).toThrow(
      'The encoding is ambiguous: as cp932 it begins with ﾌｾﾁｰ; as euc-jp it begins with 名前.',
    );
  });

  it('can be forced', () => {
    const table = readTable(eucJp('名前\r\n極洋\r\n'), { encoding: 'euc-jp' });
    expect(table).toMatchObject({ encoding: 'euc-jp', headers: ['名前'], rows: [['極洋']] });
  });

  it('is refused when it is forced and wrong', () => {
    expect(() => readTable(cp932('会社名\r\n日本電気\r\n'), { encoding: 'utf-8' })).toThrow(
      'The file is not utf-8.',
    );
  });

  it('is refused when the bytes are not text', () => {
    expect(() => readTable(Uint8Array.from([0xff, 0x00, 0x81, 0x20]))).toThrow('not UTF-8, CP932 or EUC-JP');
  });
});

describe('the separator of a file', () => {
  it.each([
    ['comma', 'a,b\n1,2\n'],
    ['tab', 'a\tb,c\n1\t2\n'],
    ['semicolon', 'a;b\n1;2\n'],
    ['comma', 'a\n1\n'],
    ['tab', '"a,b,c"\tb\n1\t2\n'],
  ] as const)('is detected: %s', (separator, content) => {
    expect(readTable(utf8(content)).separator).toBe(separator);
  });

  it('is that of the headers, even if most rows have another width', () => {
    expect(readTable(utf8('a,b\n1\n2\n3,4,5\n'))).toMatchObject({
      separator: 'comma',
      headers: ['a', 'b'],
      unevenRows: [1, 2, 3],
    });
  });

  it('can be forced', () => {
    expect(readTable(utf8('a,b\tc\n1,2\t3\n'), { separator: 'tab' }).headers).toEqual(['a,b', 'c']);
  });
});

describe('a table', () => {
  it('keeps quotes, separators and line ends inside of cells', () => {
    expect(readTable(utf8('name,memo\n"株式会社""A""","1,2\n3"\n')).rows).toEqual([
      ['株式会社"A"', '1,2\n3'],
    ]);
  });

  it.each([
    ['LF, then CRLF', 'a,b\n"1\nx",2\r\n3,4\n'],
    ['CRLF, then LF', 'a,b\r\n"1\nx",2\n3,4\r\n'],
  ])('may have two kinds of line ends: %s', (_, content) => {
    expect(readTable(utf8(content)).rows).toEqual([
      ['1\nx', '2'],
      ['3', '4'],
    ]);
  });

  it('may have lines that end only in CR', () => {
    expect(readTable(utf8('a,b\r1,2\r3,4\r')).rows).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
  });

  it.each([
    ['.xlsx', [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]],
    ['.xls', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]],
  ])('is not a workbook: %s', (_, bytes) => {
    expect(() => readTable(Uint8Array.from(bytes))).toThrow('The file is a spreadsheet or an archive');
  });

  it('has the SHA-256 of the bytes, not of the text', () => {
    const bytes = utf8(`\ufeff${text}`);
    expect(readTable(bytes).sha256).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
  });

  it('keeps rows of another width and names them', () => {
    const table = readTable(utf8('a,b\n1,2\n3\n4,5,6\n'));
    expect(table.unevenRows).toEqual([2, 3]);
    expect(rowsByHeader(table)).toEqual([
      { a: '1', b: '2' },
      { a: '3' },
      { a: '4', b: '5', '(column 3)': '6' },
    ]);
  });

  it('leaves out empty columns at the end', () => {
    expect(readTable(utf8('a,b,,\n1,2,,\n'))).toMatchObject({
      headers: ['a', 'b'],
      rows: [['1', '2']],
      droppedColumns: 2,
      unevenRows: [],
    });
  });

  it('keeps a column with values but without a header, which the service then refuses', () => {
    expect(readTable(utf8('a,\n1,2\n')).headers).toEqual(['a', '']);
  });

  it('is refused with its line when quotes do not close', () => {
    expect(() => readTable(utf8('a,b\n"1,2\n'))).toThrow(
      /not a valid comma-separated table: .*Quote Not Closed/,
    );
  });

  it('is refused when it is empty', () => {
    expect(() => readTable(utf8(''))).toThrow('The file is empty');
  });
});
