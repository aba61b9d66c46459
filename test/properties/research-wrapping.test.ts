import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findContentRejections } from '../../src/features/research/content-policy.ts';
import { bankDetails } from '../support/research-bank.ts';
import { harmlessContents, hostileContents } from '../support/research-contents.ts';
import { amounts, bankDetailsInForms, lists, talkInForms } from '../support/research-forms.ts';
import { notes, talk } from '../support/research-talk.ts';
import { size } from '../support/size.ts';

/** What is refused alone is refused with any innocent text around it. */

const isText = (entry: readonly [string, unknown]): entry is readonly [string, string] =>
  typeof entry[1] === 'string';
const refused = hostileContents
  .map(([name, reason, { contentMarkdown }]) => ({ name, reason, text: contentMarkdown }))
  .flatMap(({ name, reason, text }) => (typeof text === 'string' ? [{ name, reason, text }] : []));
/** Transcripts and marks are about whole lines: a mark within a sentence is a sentence about secrecy. */
const ofLines = [
  ...refused.filter(({ name, reason }) => reason === 'raw_transcript' || /^mark|^traffic/.test(name)),
  ...[...Object.entries(talk).filter(isText), ...talkInForms].map(([name, text]) => ({ name, text })),
];
const inLines = [
  ...refused.filter((each) => !ofLines.includes(each)),
  ...[...Object.entries(bankDetails), ...bankDetailsInForms]
    // Beside amounts, such a number is one of them.
    .filter(([name]) => name !== 'more than a line between the parts')
    .map(([name, text]) => ({ name, text })),
  { name: 'with the holder', text: '振込先: みずほ銀行 渋谷支店 普通 1234567 口座名義 カ)サンプル' },
  { name: 'with commas', text: 'みずほ銀行、渋谷支店、普通、1234567、カ)サンプル' },
  { name: 'the number first', text: '1234567（普通）みずほ銀行 渋谷支店' },
  { name: 'of a bank file', text: '0001,みずほ銀行,210,渋谷支店,1,1234567,カ)サンプル' },
  { name: 'with a hyphen', text: 'みずほ銀行 渋谷支店 普通 123-4567 カ)サンプル' },
  { name: 'the holder between', text: '三菱UFJ銀行 本店 普通 (口座名義: カ)サンプル) 1234567' },
  { name: 'in cells', text: '<td>みずほ銀行</td><td>普通</td><td>1234567</td>' },
  { name: 'password in cells', text: '<td>パスワード</td>\n<td>hunter2!</td>' },
  { name: 'card beside its date', text: 'カード 4111 1111 1111 1111 12/28' },
];

const words = fc.constantFrom(
  ...[
    '架空工業は2024年に設立された。',
    '備考：',
    '担当者より',
    '2026年4月1日',
    'Note:',
    '売上高 1,234百万円',
  ],
  ...[
    '口座名義 カ)サンプル',
    '株式会社架空',
    '千代田区丸の内',
    '台東区上野',
    '件名 請求',
    '(株)架空',
    '人事部',
  ],
  ...['通帳記入', '月末締め', '百十四銀行', '名古屋支店', 'Holder: Kakuu', '12社', '</p>', '| 備考 |', '」'],
  ...['をご利用ください', '決算書類あり', '当社の貸借対照表を添付', 'お支払いは下記へ'],
);
const gaps = fc.constantFrom(' ', '　', '\n', '\t', ' | ', '、 ', '\n\n');
const around = (gap: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.array(words, { maxLength: 3 }), gap, gap, fc.array(words, { maxLength: 3 }))
    .map(([before, first, second, after]) => [
      before.length > 0 ? before.join(first) + first : '',
      after.length > 0 ? second + after.join(second) : '',
    ]);
const numRuns = size(300, 5_000);

describe('what the content policy refuses', () => {
  it.each([
    ['in the middle of lines', inLines, around(gaps)],
    ['between lines', [...inLines, ...ofLines], around(fc.constantFrom('\n', '\n\n'))],
  ] as const)('is refused %s of innocent text', async (_, samples, wrapping) => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...samples), wrapping, async ({ text }, [before, after]) => {
        expect(await findContentRejections({ contentMarkdown: `${before}${text}${after}` })).not.toEqual([]);
      }),
      { numRuns },
    );
  });

  it('is refused in every part of an item', async () => {
    for (const { text } of inLines)
      for (const part of [
        { title: text },
        { dedupeKey: `x ${text}` },
        { evidence: [{ quote: `引用 ${text}` }] },
        { structuredPayload: { rows: [['a', `${text} 以上`]] } },
        { structuredPayload: { [`${text} `]: 1 } },
        { producer: { name: 'x', comment: text } },
      ])
        expect(await findContentRejections(part)).not.toEqual([]);
  });

  it('is not in notes, also beside the words of a bank', async () => {
    const stored = [
      ...harmlessContents.map(([, { contentMarkdown }]) => contentMarkdown),
      ...Object.values(notes),
      ...[...amounts, ...lists].map(([, text]) => text),
      '主要取引銀行はみずほ銀行 渋谷支店。2026年3月期の売上高は1234567千円。',
      'みずほ銀行 渋谷支店より借入 1234567円',
      '借入先: みずほ銀行渋谷支店 借入残高 1234567千円 (普通社債を含む)',
      'みずほ銀行 普通株式 1234567株、普通口座数 1234567口座',
      '普通会員 1234567 人以上、銀行口座',
      'みずほ銀行 渋谷支店 03-1234-5678 法人番号 6010001008845 証券コード 8411',
      '| password | required |\n| 暗証番号 | 4桁 |',
      '受注番号 2024030412345678 12社',
    ];
    for (const text of stored)
      if (typeof text === 'string')
        expect([text, await findContentRejections({ contentMarkdown: text })]).toEqual([text, []]);
  });
});
