import { describe, expect, it } from '@jest/globals';
import { maxContentCharacters } from '../../src/contract/limits.ts';
import { findContentRejections } from '../../src/features/research/content-policy.ts';
import { findCustomerSecretSigns } from '../../src/features/research/customer-secrets.ts';
import { findTranscriptSigns } from '../../src/features/research/transcripts.ts';
import { growth } from '../support/processor-time.ts';
import { bankDetails, companyFacts, figures } from '../support/research-bank.ts';
import { amounts, bankDetailsInForms, lists, talkInForms } from '../support/research-forms.ts';
import { notes, notesAsValues, talk, talkAsValues } from '../support/research-talk.ts';
import { size } from '../support/size.ts';

const reasonsOf = async (content: Parameters<typeof findContentRejections>[0]) =>
  (await findContentRejections(content)).map(({ reason }) => reason);

describe('talk', () => {
  it.each(Object.entries(talk))('%s is a raw transcript', async (_, contentMarkdown) => {
    expect(await reasonsOf({ contentMarkdown })).toContain('raw_transcript');
  });

  it.each(talkInForms)('%s is a raw transcript in this form, too', async (_, contentMarkdown) => {
    expect(await reasonsOf({ contentMarkdown })).toContain('raw_transcript');
  });

  it.each(lists)('%s is a list in this form', async (_, contentMarkdown) => {
    expect(await findContentRejections({ contentMarkdown })).toEqual([]);
  });

  it.each(Object.entries(talkAsValues))('%s is a raw transcript as values', async (_, structuredPayload) => {
    expect(await reasonsOf({ structuredPayload })).toContain('raw_transcript');
  });

  it.each(Object.entries(talk).slice(0, 12))(
    '%s is one in any part and with Windows line endings',
    async (_, text) => {
      expect(await reasonsOf({ contentMarkdown: text.replaceAll('\n', '\r\n') })).toContain('raw_transcript');
      expect(await reasonsOf({ evidence: { pages: [{ excerpt: text }] } })).toContain('raw_transcript');
      expect(await reasonsOf({ producer: { note: text } })).toContain('raw_transcript');
      expect(
        await reasonsOf({ contentMarkdown: `# 会社概要\n\n架空工業は大阪の会社。\n\n${text}` }),
      ).toContain('raw_transcript');
    },
  );

  it.each(Object.entries(notes))('%s is a note', async (_, contentMarkdown) => {
    expect(await findContentRejections({ contentMarkdown })).toEqual([]);
  });

  it.each(Object.entries(notesAsValues))('%s is a note as values', async (_, structuredPayload) => {
    expect(await findContentRejections({ structuredPayload })).toEqual([]);
  });

  it('is refused at its beginning, without being repeated', async () => {
    const text = '# 面談\n\n記者：狙いは何ですか。\n社長：販路です。\n記者：資金はどうしますか。';
    const found = await findContentRejections({ contentMarkdown: text });
    expect(found).toMatchObject([{ field: 'contentMarkdown', rule: 'named_turns', line: 3 }]);
    expect(JSON.stringify(found)).not.toContain('販路');
  });
});

describe('bank details', () => {
  it.each(Object.entries(bankDetails))('%s is refused', async (_, contentMarkdown) => {
    expect(await reasonsOf({ contentMarkdown })).toContain('customer_secret');
    expect(await reasonsOf({ structuredPayload: { memo: [contentMarkdown] } })).toContain('customer_secret');
    const title = contentMarkdown.replaceAll('\n', ' ');
    expect(await reasonsOf({ title, contentMarkdown })).toContain('customer_secret');
  });

  it.each(bankDetailsInForms)('%s is refused in this form, too', async (_, contentMarkdown) => {
    expect(await reasonsOf({ contentMarkdown })).toContain('customer_secret');
  });

  it.each(amounts)('%s is not a bank detail', async (_, contentMarkdown) => {
    expect(await findContentRejections({ contentMarkdown })).toEqual([]);
  });

  it.each(Object.entries(figures))('%s is stored', async (_, contentMarkdown) => {
    expect(await findContentRejections({ contentMarkdown })).toEqual([]);
    expect(await findContentRejections({ evidence: { quote: contentMarkdown } })).toEqual([]);
  });

  it.each(companyFacts)('%j are stored', async (structuredPayload) => {
    expect(await findContentRejections({ structuredPayload })).toEqual([]);
  });

  it('are found under a name that says nothing', async () => {
    const structuredPayload = { main_bank: '架空銀行 渋谷支店', id: '1234567', employees: 120, kind: '普通' };
    expect(await reasonsOf({ structuredPayload })).toContain('customer_secret');
  });

  it.each<[string, Record<string, unknown>]>([
    ['an account number', { bank: { account_number: '1234567' } }],
    ['an account number as a number', { bankAccount: 12345678 }],
    ['an account number in Japanese', { 口座番号: '1234567' }],
    [
      'bank, branch, kind and number',
      { bank: 'みずほ銀行', branch: '渋谷支店', type: '普通', number: '1357924' },
    ],
    ['an account number whose value is a member', { account_number: { value: '1234567' } }],
    ['kind and number below a bank', { bank: { branch: '新宿', type: '普通', number: '1234567' } }],
    ['a short name for an account', { acct: '12345678' }],
    ['an IBAN', { iban: 'DE89370400440532013000' }],
    ['a BIC', { swiftCode: 'BOTKJPJT' }],
    ['a routing number', { routing_number: '021000021' }],
    ['a card as a number', { card: 4111111111111111 }],
  ])('%s is refused as values, and the place is named', async (_, structuredPayload) => {
    const [found] = await findContentRejections({ structuredPayload });
    expect(found).toMatchObject({ reason: 'customer_secret' });
    expect(found?.field).toMatch(/^structuredPayload/);
  });

  it.each([
    'https://www.example.co.jp/pay?iban=DE89370400440532013000',
    'https://www.example.co.jp/pay?account_number=1234567',
    'https://www.example.co.jp/DE89370400440532013000',
    'https://www.example.co.jp/pay#card=4111111111111111',
    'https://www.example.co.jp/pay?%E5%8F%A3%E5%BA%A7%E7%95%AA%E5%8F%B7=1234567',
  ])('in the address %s are refused', async (sourceUrl) => {
    expect(await reasonsOf({ sourceUrl })).toContain('customer_secret');
  });

  it('are not detected in page numbers', async () => {
    expect(
      await findContentRejections({ sourceUrl: 'https://www.example.co.jp/news/4111111111111111' }),
    ).toEqual([]);
    expect(
      await findContentRejections({ structuredPayload: { accounts: 1234567, revenue: 12345678 } }),
    ).toEqual([]);
  });
});

describe('the address of a source', () => {
  it.each([
    'mailto:ir@example.co.jp',
    'ssh://www.example.co.jp/',
    'git://www.example.co.jp/a.git',
    'sftp://www.example.co.jp/a',
    'ldap://www.example.co.jp/dc=a',
    'postgres://www.example.co.jp/a',
    'gopher://www.example.co.jp/',
    'http+unix://www.example.co.jp/',
    'https:www.example.co.jp/',
    'ｈｔｔｐｓ：//www.example.co.jp/',
    'h\u200bttps://www.example.co.jp/',
    'www.example.co.jp',
  ])('%s is not http or https', async (sourceUrl) => {
    expect(await findContentRejections({ sourceUrl })).toMatchObject([
      {
        field: 'sourceUrl',
        reason: 'private_url',
        rule: 'not_public_http',
        message: expect.stringContaining('http://'),
      },
    ]);
  });
});

describe('the cost of detection', () => {
  const look = (text: string) => () => [findTranscriptSigns(text), findCustomerSecretSigns(text)];
  // 16 times the length takes about 16 times as long; what goes back over what it has read takes 256 times as long.
  it.each([
    '\n',
    ' ',
    '1 ',
    '[',
    '- ',
    'a: b\n',
    '田中:\n',
    '田中: はい\n',
    '――あ\n',
    '00:00:00,000 --> ',
    '10:01\ta\tb\n',
    '```\n',
    '{"a":1}\n',
    '[[',
    'speaker|text|\n',
    'えーと',
    'Q: a\nA: I b\n',
    '口座番号\n',
    '|口座番号|\n',
    'account number\n',
    '普通\n',
    'GB82 ',
    'SWIFT BOTKJPJT\n',
    'routing number ',
    '記号1',
    '4111 1111 1111 1111\n',
    '{\n',
    '円\n',
    'John: a ',
    'John Smith ',
    'a-',
    'a - ',
    '記者:あ。',
    '田中「',
    '【田中】',
    '田中　',
    'John\n',
    '<turn speaker="a">b\n',
    '<td><b>',
    'who: a\ntext: b\n',
    'Q1 a\nA1 社長 b\n',
    '口座',
    '振込先 ',
    '銀行コード0001 ',
    '銀行 普通 1234567 ',
    '1 2 3 ',
    '個人番号 ',
    '%E9%8A%80 ',
    '普通:',
    'account: ',
    'swift code ',
    'abcdjpjt ',
    'DE89 ',
    'DE89.1.2',
    '一二三',
  ])('grows with the length for %j', async (unit) => {
    const textOf = (length: number) => unit.repeat(length / unit.length);
    const length = maxContentCharacters / size(8, 1);
    const limit = 16 * 10;
    expect(await growth(look(textOf(length / 16)), look(textOf(length)), limit)).toBeLessThan(limit);
  });
});
