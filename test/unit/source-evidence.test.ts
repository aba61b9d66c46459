import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { projectFolder } from '../../engine/project-folder.ts';
import { rowReasons } from '../../src/contract/sources/row-reasons.ts';
import { hasBranchBehind } from '../../src/features/sources/branch-names.ts';

describe('a branch behind the name of a company', () => {
  const names = ['株式会社孤立電機', '孤立電機', 'Koritsu Denki Co., Ltd.'];

  it.each([
    '株式会社孤立電機 大阪支店',
    '㈱孤立電機　新宿西口営業所',
    '孤立電機株式会社大阪西支店',
    '孤立電機㈱ 経理部',
    '孤立電機（株）総務部　御中',
    '株式会社孤立電機（名古屋工場）',
    '株式会社孤立電機【東京本社】',
    '株式会社孤立電機・物流センター',
    '株式会社孤立電機大阪支店',
    '株式会社孤立電機本店',
    '株式会社孤立電機新宿店',
    '株式会社孤立電機御中',
    '株式会社孤立電機 営業部 山田様',
    'Koritsu Denki Co., Ltd. Osaka Branch',
    'ｶ)孤立電機 ｵｵｻｶ支店',
  ])('is found in %s', (name) => {
    expect(hasBranchBehind(name, names)).toBe(true);
  });

  it.each([
    '株式会社孤立電機',
    '株式会社孤立電機工業',
    '株式会社孤立電機商店',
    '株式会社孤立電機経済研究社大阪支店',
    '株式会社孤立電機倶楽部',
    '株式会社孤立電機 株式会社髙架屋大阪支店',
    '株式会社髙架屋 大阪支店',
    '大阪支店 株式会社孤立電機',
    '大阪支店',
  ])('is not found in %s', (name) => {
    expect(hasBranchBehind(name, names)).toBe(false);
  });

  it('is not looked for in long texts', () => {
    expect(hasBranchBehind(`株式会社孤立電機 ${'長'.repeat(60)}支店`, names)).toBe(false);
    expect(hasBranchBehind(`株式会社孤立電機 ${'支店'.repeat(200)}`, names)).toBe(false);
  });

  it('needs a separator after a name of one or two characters', () => {
    expect(hasBranchBehind('株式会社日本経済社大阪支店', ['株式会社日本'])).toBe(false);
    expect(hasBranchBehind('株式会社日本大阪支店', ['株式会社日本'])).toBe(false);
    expect(hasBranchBehind('株式会社日本 大阪支店', ['株式会社日本'])).toBe(true);
    expect(hasBranchBehind('日本株式会社大阪支店', ['日本株式会社'])).toBe(true);
    expect(hasBranchBehind('株式会社日本御中', ['株式会社日本'])).toBe(true);
  });
});

it('lists every reason of a row in docs/sources.md', () => {
  const file = path.join(projectFolder, 'docs/sources.md');
  const [start, end] = [
    '<!-- reasons: see test/unit/source-evidence.test.ts -->\n',
    '<!-- end of reasons -->',
  ];
  const [before = '', rest = ''] = readFileSync(file, 'utf8').split(start);
  const [shown = '', after = ''] = rest.split(end);
  const rows = Object.entries(rowReasons).map(([code, { states, message, ...entry }]) => {
    const atOnce = 'acceptable' in entry ? 'yes' : '';
    return `| \`${code}\` | ${states.join(', ')} | ${message} | ${atOnce} |`;
  });
  const wanted = ['| Reason | State | Meaning | All at once |', '|---|---|---|---|', ...rows, ''].join('\n');
  if (process.env.RECORD_DOCUMENTS === '1') writeFileSync(file, `${before}${start}${wanted}${end}${after}`);
  else expect(shown).toBe(wanted);
});
