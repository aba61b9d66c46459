import { describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import type { FileEncoding } from '../../src/contract/sources/source-file.ts';
import { fitText } from '../../src/features/sources/export/own-file/own-text.ts';
import { canKeepText } from '../../src/features/sources/parsing/text-encoding.ts';
import { filledText, type TextCells } from '../support/own-files.ts';

const lines = [
  { row: 2, cells: ['番号', '状態'] },
  { row: 3, cells: ['0123', 'a,b'] },
  { row: 5, cells: ['', ''] },
];

async function filled(text: string, form: Partial<TextCells> = {}, freeColumn = 3): Promise<string> {
  return String(await filledText(Buffer.from(text), freeColumn, { lines, ...form }));
}

describe('a text', () => {
  it('keeps its line ends, blank lines, lines around the table, and its end', async () => {
    const text = '一覧,,,x\r会社名,備考\n甲,"a\nb"\r\n\n乙,\r\n※ 注,\r\n\r\n';
    expect(await filled(text)).toBe(
      '一覧,,,x\r会社名,備考,番号,状態\n甲,"a\nb",0123,"a,b"\r\n\n乙,,,\r\n※ 注,\r\n\r\n',
    );
    expect(await filled('\n会社名,備考\n甲,1\n\n乙,2')).toBe(
      '\n会社名,備考,番号,状態\n甲,1,0123,"a,b"\n\n乙,2,,',
    );
  });

  it('has the cells of a short row in their columns', async () => {
    expect(await filled('\n会社名,備考\n甲\n\n乙\n')).toBe(
      '\n会社名,備考,番号,状態\n甲,,0123,"a,b"\n\n乙,,,\n',
    );
  });

  it('has all new cells in quotation marks if its header has', async () => {
    const text = '\n"会社名"\n"甲","1"\n\n乙,"2"\n';
    expect(await filled(text)).toBe('\n"会社名","","番号","状態"\n"甲","1","0123","a,b"\n\n乙,"2","",""\n');
  });

  it.each([
    ['tab', '\t'],
    ['semicolon', ';'],
    ['pipe', '|'],
  ] as const)('keeps its separator: %s', async (separator, sign) => {
    const text = `\n会社名${sign}備考\n甲${sign}A&amp;B\n\n乙${sign}"x${sign}y"\n`;
    const xml = await filled(text, { separator });
    expect(xml.split('\n')[2]).toBe(`甲${sign}A&amp;B${sign}0123${sign}"a,b"`);
    expect(xml.split('\n')[4]).toBe(`乙${sign}"x${sign}y"${sign}${sign}`);
  });

  it('loses the cells of an earlier export that are not written again', async () => {
    const text = '\nid,会社名,status\n1,甲,x\n\n2,乙,y\n';
    const cells = {
      columns: [1, 3],
      lines: lines.map(({ row, cells: [cell = ''] }) => ({ row, cells: [cell] })),
    };
    expect(await filled(text, cells, 4)).toBe('\n番号,会社名,\n0123,甲,\n\n,乙,\n');
  });

  it('must have all lines', async () => {
    await expect(filled('\n会社名,備考\n甲,1\n')).rejects.toThrow('line 5');
  });
});

describe('an encoding', () => {
  const text = '\r\n会社名,備考\r\n株式会社表示,ソ能\r\n\r\n高,－\r\n';
  const expected = '\r\n会社名,備考,番号,状態\r\n株式会社表示,ソ能,0123,"a,b"\r\n\r\n高,－,,\r\n';

  it.each(['utf-8', 'cp932', 'euc-jp', 'utf-16le', 'utf-16be'] as const)('is kept: %s', async (encoding) => {
    const file = iconv.encode(text, encoding);
    expect(iconv.decode(await filledText(file, 3, { lines, encoding }), encoding)).toBe(expected);
    const mark = iconv.encode('\ufeff', encoding);
    if (!encoding.startsWith('utf')) return;
    const marked = await filledText(Buffer.concat([mark, file]), 3, { lines, encoding, byteOrderMark: true });
    expect(marked).toEqual(Buffer.concat([mark, iconv.encode(expected, encoding)]));
  });

  it('keeps bytes that it has no character for', async () => {
    // Characters of a company's own, and half of one.
    const own = Buffer.from([0xf0, 0x40, 0xfc, 0x4b, 0x2c, 0x81]);
    const file = Buffer.concat([Buffer.from('\na,b\n'), own, Buffer.from('\n\nx,y\n')]);
    const written = await filledText(file, 3, { lines, encoding: 'cp932' });
    expect(written.indexOf(Buffer.concat([Buffer.from('\n'), own, Buffer.from(',0123,')]))).toBeGreaterThan(
      0,
    );
    const half = Buffer.concat([iconv.encode('\na,b\nc,d\n\ne,f', 'utf-16be'), Buffer.from([0x30])]);
    const cut = await filledText(half, 3, { lines, encoding: 'utf-16be' });
    expect(iconv.decode(cut, 'utf-16be')).toMatch(/e,f,,$/);
  });

  it.each<[FileEncoding, string, string, number]>([
    ['cp932', '髙①Ⅲ㈱', '髙①Ⅲ㈱', 0],
    ['cp932', '𠮷한é', '〓〓〓', 3],
    ['cp932', '東京都1−2〜3—‖¢£¬', '東京都1－2～3―∥￠￡￢', 0],
    ['euc-jp', '1−2〜3', '1－2～3', 0],
    ['utf-8', '𠮷한', '𠮷한', 0],
  ])('%s has %s as %s', (encoding, given, fitted, missing) => {
    expect(fitText(given, encoding)).toEqual({ fitted, missing });
    const decoder = new TextDecoder(encoding === 'cp932' ? 'windows-31j' : encoding);
    if (encoding !== 'utf-8') expect(decoder.decode(iconv.encode(fitted, encoding))).toBe(fitted);
  });

  it('with units that are not its own cannot be kept', () => {
    expect(canKeepText('cp932', 'pipe')).toBe(false);
    expect(canKeepText('iso-2022-jp', 'comma')).toBe(false);
    expect(canKeepText('cp932', 'tab')).toBe(true);
  });
});

describe('a cell that a spreadsheet would run', () => {
  const attack = '=HYPERLINK("http://x")';
  const rows = [
    { row: 1, cells: ['c'] },
    { row: 2, cells: ['=1+1'] },
    { row: 3, cells: ['-1'] },
  ];

  it.each(['utf-8', 'cp932', 'utf-16le'] as const)('is disarmed, in %s', async (encoding) => {
    const text = `会社名,備考\n"${attack.replaceAll('"', '""')}",＝１＋１\n　@SUM(1),-5\n`;
    const written = await filledText(iconv.encode(text, encoding), 3, { lines: rows, encoding });
    expect(iconv.decode(written, encoding)).toBe(
      `会社名,備考,c\n"'${attack.replaceAll('"', '""')}",'＝１＋１,'=1+1\n'　@SUM(1),-5,-1\n`,
    );
    const kept = await filledText(iconv.encode(text, encoding), 3, {
      lines: rows,
      encoding,
      formulas: 'keep',
    });
    expect(iconv.decode(kept, encoding)).toContain(`\n　@SUM(1),-5,-1\n`);
  });

  it('is disarmed around the table too', async () => {
    const text = '会社名,備考\n甲,乙\n丙,丁\n=1+1,合計\n';
    expect(String(await filledText(Buffer.from(text), 3, { lines: rows }))).toContain("\n'=1+1,合計\n");
  });
});
