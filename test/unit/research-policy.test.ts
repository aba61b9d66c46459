import { performance } from 'node:perf_hooks';
import { describe, expect, it } from '@jest/globals';
import { findContentRejections } from '../../src/features/research/content-policy.ts';
import { estimateResearch } from '../../src/features/research/research-pricing.ts';
import { growth } from '../support/processor-time.ts';

describe('the content policy', () => {
  // A hundred times the length takes about a hundred times as long; an expression that goes back over what it has
  // read takes thousands of times as long. Both are measured here and only their ratio counts.
  it.each<[string, (length: number) => Parameters<typeof findContentRejections>[0]]>([
    ['blank lines', (length) => ({ contentMarkdown: '\n'.repeat(length) })],
    ['spaces and lines', (length) => ({ contentMarkdown: '   \n'.repeat(length / 4) })],
    ['unfinished links', (length) => ({ contentMarkdown: '](//'.repeat(length / 4) })],
    ['dots after a password', (length) => ({ contentMarkdown: `password: ${'.'.repeat(length - 20)}a` })],
    ['an address of dots', (length) => ({ contentMarkdown: `http://${'.'.repeat(length - 20)}a` })],
    ['unfinished messages', (length) => ({ contentMarkdown: '"content":["'.repeat(length / 12.5) })],
    ['turns without end', (length) => ({ contentMarkdown: '[00:01] 田中: はい\n'.repeat(length / 20) })],
    ['many texts', (length) => ({ evidence: { a: Array(length / 5).fill('a') } })],
  ])('takes time in proportion to the length for %s', async (_, contentOf) => {
    const [little, much] = [contentOf(1_000), contentOf(100_000)];
    const limit = 1_000;
    const ratio = await growth(
      () => findContentRejections(little),
      () => findContentRejections(much),
      limit,
    );
    expect(ratio).toBeLessThan(limit);
  });

  it('finds the one forbidden text among thousands, and its place', async () => {
    const texts = Array.from({ length: 10_000 }, () => 'a');
    const found = await findContentRejections({ evidence: { a: [...texts, 'http://10.0.0.1/', ...texts] } });
    expect(found).toMatchObject([{ field: 'evidence.a[10000]', reason: 'private_url', line: 1 }]);
  });

  it('detects a transcript that is stored line by line', async () => {
    const lines = ['ユーザー: 売上は', 'アシスタント: 100億円', 'ユーザー: 利益は', 'アシスタント: 10億円'];
    const found = await findContentRejections({ structuredPayload: { lines } });
    expect(found).toMatchObject([
      { field: expect.stringContaining('structuredPayload'), reason: 'raw_transcript' },
    ]);
  });

  it('names at most twenty faults', async () => {
    const contentMarkdown = 'http://10.0.0.1/\n'.repeat(500);
    expect(await findContentRejections({ contentMarkdown })).toHaveLength(20);
  });

  it('keeps nothing in memory', async () => {
    const before = performance.getEntries().length;
    for (let at = 0; at < 20; at += 1) await findContentRejections({ contentMarkdown: `架空の文章 ${at}` });
    expect(performance.getEntries().length).toBe(before);
  });
});

describe('bank details that are divided over an item', () => {
  it.each<Parameters<typeof findContentRejections>[0]>([
    { title: '調査', contentMarkdown: '架空銀行 渋谷支店 普通', dedupeKey: '1234567' },
    { title: '1234567', contentMarkdown: '口座番号' },
    { contentMarkdown: '## SWIFT\n\nMHCBJPJT' },
    { contentMarkdown: 'パスポート番号\n\nTK1234567' },
    { contentMarkdown: 'x', structuredPayload: [{ item: 'カード番号', content: '4111 1111 1111 1111' }] },
    { contentMarkdown: 'x', producer: { note: '口座番号' }, evidence: ['7654321'] },
    { contentMarkdown: '残高は 1,200円。Bank: Kaku, Branch: Shibuya, Ordinary 7654321 に送金した。' },
    { title: 'みずほ銀行 渋谷支店', contentMarkdown: '普通 1234567 カ)サンプル' },
    {
      title: 'みずほ銀行 渋谷支店',
      contentMarkdown: `${'調査の結果をここに記す。'.repeat(30)}\n普通 1234567`,
    },
    { title: '口座名義 カ)サンプル 普通', contentMarkdown: 'みずほ銀行 渋谷支店 1234567' },
    {
      title: '調査',
      contentMarkdown: 'x',
      structuredPayload: {
        bank: 'みずほ銀行',
        branch: '渋谷支店',
        type: '普通',
        number: '1234567',
        holder: 'カ)サンプル',
      },
    },
    {
      title: '調査',
      contentMarkdown: 'x',
      structuredPayload: {
        number: 1234567,
        holder: 'カ)サンプル',
        bank: 'みずほ銀行',
        branch: '渋谷支店',
        kind: '普通',
      },
    },
    {
      title: '調査',
      contentMarkdown: 'x',
      structuredPayload: { a: ['普通', { z: '渋谷支店' }, '1234567', 'みずほ銀行'] },
    },
    {
      title: '調査',
      contentMarkdown: '次の資料より抜粋。\nみずほ銀行\nカ)サンプル\n1234567\n普通\n以上。他に問題はない。',
    },
    { title: '調査', contentMarkdown: 'みずほ銀行 渋谷支店\n名義 株式会社サンプル\n1234567\n普通' },
    {
      title: '調査',
      contentMarkdown:
        '| 銀行 | 支店 | 名義 | 番号 | 種別 |\n|---|---|---|---|---|\n| みずほ銀行 | 渋谷支店 | カ)サンプル | 1234567 | 普通 |',
    },
    { title: '調査', contentMarkdown: '1234567\n普通預金\n三井住友銀行 本店営業部\n' },
    { title: '調査', contentMarkdown: '口座名義：サンプル（カ\n三菱UFJ銀行　新宿支店\n７６５４３２１\n当座' },
    {
      title: 'Bank: Mizuho Bank, Shibuya Branch',
      contentMarkdown: 'Account holder: Sample KK\n1234567\nordinary',
    },
    {
      title: '調査',
      contentMarkdown: '支払の連絡。',
      evidence: { note: '三井住友銀行 梅田支店', more: { kind: '普通' } },
      structuredPayload: { no: '7654321' },
    },
    { title: '名義人 サンプル商事', contentMarkdown: 'りそな銀行 梅田支店 と取引。\n7654321' },
    {
      title: '振込のご案内',
      contentMarkdown: 'ご入金は下記へ。普通。1234567。みずほ銀行渋谷支店。名義はサンプル。',
    },
    { title: '普通 1234567', contentMarkdown: '振込はみずほ銀行渋谷支店へ' },
  ])('are refused: %j', async (content) => {
    expect(await findContentRejections(content)).toContainEqual(
      expect.objectContaining({ reason: 'customer_secret' }),
    );
  });
});

describe('what research says about banks, shares and other numbers', () => {
  it.each([
    '普通株式 1234567株を発行した。みずほ銀行が引き受けた。',
    '法人番号は1180301018771。取引銀行はみずほ銀行渋谷支店。',
    'みずほ銀行 渋谷支店は東京都渋谷区にある。電話 03-1234-5678。',
    '三井住友銀行の証券コードは8316。普通株の発行済株式総数は 1337529084 株。',
    '従業員数 1234567 人。主要取引銀行: みずほ銀行 本店営業部。',
    '郵便番号 1500002 みずほ銀行渋谷支店',
    '〒1500002 東京都渋谷区 みずほ銀行 渋谷支店 口座名義変更の手続き',
    '売上高 1234567 千円。取引銀行 三菱UFJ銀行 新宿支店。普通預金の残高は 200 百万円。',
    '貸借対照表\n普通預金 1234567\n当座預金 7654321\n三井住友銀行 本店',
    '普通社債 1234567 口',
    '会社法人等番号 0100-01-012345。取引銀行 りそな銀行 梅田支店',
    'みずほ銀行はATMを全支店で更新した。普通預金の金利は0.2%。契約番号 1234567',
    '登録番号 1234567 の特許。名義人 株式会社サンプル。',
    '商標 登録 1234567 名義人 サンプル',
    '特許第1234567号 みずほ銀行',
    '特許番号 7654321\n名義人 株式会社サンプル\n出願 普通',
    'みずほ銀行 渋谷支店の行員は普通 20 名。',
    '信用金庫の普通会員は 1234567 人',
    '三菱UFJ銀行の会員数 1234567',
    '案件 1234567: みずほ銀行 渋谷支店の改装',
    'TEL 0312345678 みずほ銀行渋谷支店',
    '大阪シティ信用金庫 本店、預金積金 2,345,678 百万円',
    '資本金 1234567 千円、普通株式のみ',
    '横浜銀行 本店 建設 総事業費 1234567 千円',
    '普通自動車 1234567 台。保有 名義',
    '名義変更 1234567 件を処理した。みずほ銀行 本店',
    '京都銀行 本店 所在地 京都市。コード 0158。',
    'みずほ銀行 統一金融機関コード 0001',
    '当座貸越の枠は 5000000 円。銀行 みずほ銀行 渋谷支店',
    '20260401 みずほ銀行 渋谷支店 開設。普通に営業している。',
    'Mizuho Bank opened a branch. Revenue 1234567 yen.',
    'The bank has 1234567 customers in its Shibuya branch; ordinary shares 7654321.',
    'EDINETコード E03606 みずほ銀行。書類番号 S100ABCD',
    '建設業許可 第1234567号 取引銀行 みずほ銀行 渋谷支店 普通',
    '延床面積 1234567 m2 三井住友銀行 本店',
    'みずほ銀行本店 電話番号 3596111',
    'ISIN JP3885780001 みずほ',
    'カ)は株式会社の略。件数 1234567',
    '名義人 サンプル。人口 1234567 人。横浜銀行 本店',
    '発行済 普通 1234567 株 みずほ銀行 渋谷支店 名義書換代理人 みずほ信託銀行 本店証券代行部',
    '株主名簿管理人 三井住友信託銀行 本店。普通株式数 1234567',
    '口座数 1234567。みずほ銀行 渋谷支店 普通',
  ])('is stored: %s', async (contentMarkdown) => {
    for (const title of ['調査', contentMarkdown.slice(0, 30)])
      expect(await findContentRejections({ title, contentMarkdown })).toEqual([]);
  });
});

describe('the price of a research item', () => {
  it('never decreases when the item grows', () => {
    for (const sourceType of ['crawler', 'web_search', 'deep_search', 'pdf_extract', 'manual'] as const) {
      const credits = [0, 1, 2, 10, 1000].map(
        (pageCount) => estimateResearch({ sourceType, pageCount }).estimated_credits,
      );
      expect(credits).toEqual([...credits].sort((a, b) => a - b));
      expect(credits.every((cost) => Number.isSafeInteger(cost) && cost >= 0)).toBe(true);
    }
  });
});
