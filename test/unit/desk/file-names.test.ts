import { expect, it } from '@jest/globals';
import { buildFileName, removeExtension } from '../../../desk/pages/sources/file-names.ts';

it.each([
  ['取引先.xlsx', '取引先'],
  ['取引先.xlsx (2025年度)', '取引先 (2025年度)'],
  ['取引先.CSV', '取引先'],
  ['v1.xlsx一覧', 'v1.xlsx一覧'],
  ['取引先', '取引先'],
])('names a List of the table %s without the ending of its file', (name, expected) => {
  expect(removeExtension(name)).toBe(expected);
});

it('names a file after the one that was imported', () => {
  expect(buildFileName({ name: 'x', original_filename: '取引先.csv' }, '-joined.xlsx')).toBe(
    '取引先-joined.xlsx',
  );
  expect(buildFileName({ name: '前期/当期.csv', original_filename: null }, '-joined.csv')).toBe(
    '前期_当期-joined.csv',
  );
});
