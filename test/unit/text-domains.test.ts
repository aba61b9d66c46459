import { describe, expect, it } from '@jest/globals';
import { findDomainInCell, parseRegistrableDomain } from '../../src/text/identifiers/domains.ts';
import {
  freeMailHosts,
  registryLikeSuffixes,
  sharedSiteHosts,
} from '../../src/text/identifiers/shared-domains.ts';

describe('registrable domains', () => {
  it.each([
    ['takashimaya.co.jp', 'takashimaya.co.jp'],
    ['https://www.takashimaya.co.jp/x', 'takashimaya.co.jp'],
    ['HTTP://ＷＷＷ．ＴＡＫＡＳＨＩＭＡＹＡ．ＣＯ．ＪＰ：80/?a=b#c', 'takashimaya.co.jp'],
    ['//shop.takashimaya.co.jp', 'takashimaya.co.jp'],
    ['takashimaya.co.jp.', 'takashimaya.co.jp'],
    ['taro.yamada@mail.takashimaya.co.jp', 'takashimaya.co.jp'],
    ['mailto:info@takashimaya.co.jp?subject=x', 'takashimaya.co.jp'],
    ['https://user:pass@example.com:8443/', 'example.com'],
    ['https://group.softbank/', 'group.softbank'],
    ['www.city.yokohama.lg.jp', 'yokohama.lg.jp'],
    ['日本語.jp', 'xn--wgv71a119e.jp'],
    ['http://日本語。jp/', 'xn--wgv71a119e.jp'],
    ['xn--wgv71a119e.jp', 'xn--wgv71a119e.jp'],
    ['foo.jpn.com', 'foo.jpn.com'],
    ['google.com', 'google.com'],
  ])('%s belongs to %s', (input, domain) => {
    expect(parseRegistrableDomain(input)).toEqual({ ok: true, domain });
  });

  it.each([
    ['', 'empty'],
    ['　', 'empty'],
    ['トヨタ自動車', 'malformed'],
    ['localhost', 'malformed'],
    ['http://', 'malformed'],
    ['..', 'malformed'],
    ['7203', 'malformed'],
    ['a.jp b.jp', 'malformed'],
    ['foo.invalidtld', 'malformed'],
    ['192.168.0.1', 'ip_address'],
    ['http://[::1]:80/', 'ip_address'],
    ['co.jp', 'public_suffix_only'],
    ['jp', 'public_suffix_only'],
    ['jpn.com', 'public_suffix_only'],
    ['taro@gmail.com', 'free_mail'],
    ['yahoo.co.jp', 'free_mail'],
    ['www5.ocn.ne.jp/~taro', 'free_mail'],
    ['foo.github.io', 'hosting'],
    ['foo.wixsite.com', 'hosting'],
    ['foo.jimdofree.com', 'hosting'],
    ['https://ameblo.jp/foo', 'hosting'],
    ['https://sites.google.com/view/foo', 'hosting'],
    ['www.facebook.com/foo', 'hosting'],
    ['https://tabelog.com/tokyo/1', 'hosting'],
    ['https://item.rakuten.co.jp/foo/', 'hosting'],
    ['foo.s3.amazonaws.com', 'hosting'],
  ])('%j does not identify a company: %s', (input, reason) => {
    const parsed = parseRegistrableDomain(input);
    expect(parsed).toMatchObject({ ok: false, reason });
  });

  it('are refused for every host of the lists, and accepted below every registry-like suffix', () => {
    for (const host of [...freeMailHosts, ...sharedSiteHosts])
      expect([host, parseRegistrableDomain(host).ok]).toEqual([host, false]);
    for (const suffix of registryLikeSuffixes) {
      expect(parseRegistrableDomain(`www.aozora.${suffix}`)).toEqual({
        ok: true,
        domain: `aozora.${suffix}`,
      });
    }
  });
});

describe('the domain in a cell', () => {
  it.each([
    '山田 <a@b.co.jp>',
    '"山田, 太郎" <a@b.co.jp>',
    'mailto:a@b.co.jp',
    'E-mail: a@b.co.jp TEL 03-1234-5678',
    'a@b.co.jp; c@mail.b.co.jp',
    'a@b.co.jp/c@b.co.jp',
    'a@b.co.jp、x@gmail.com',
    'https://www.facebook.com/b https://b.co.jp',
    'https://u:p@b.co.jp:80/x?y=1,2',
    'https://b.co.jp/x,y;z(c.co.jp)',
    'https://b.co.jp/?from=https://c.co.jp',
    'https://www.b.co.jp/（公式サイト）',
    'https://b.co.jp/ をご覧ください',
    'b.co.jp（トヨタ）',
    'HP：https://b.co.jp/',
    'URL:www.b.co.jp',
    '[http://b.co.jp]',
    '=HYPERLINK("https://b.co.jp","b")',
    "'b.co.jp",
    'ｗｗｗ．ｂ．ｃｏ．ｊｐ',
  ])('%s is b.co.jp', (text) => {
    expect(findDomainInCell(text)).toEqual({ ok: true, domain: 'b.co.jp' });
  });

  it.each([
    ['a@x.co.jp; b@y.co.jp', 'x.co.jp, y.co.jp'],
    ['a@x.co.jp/b@y.co.jp', 'x.co.jp, y.co.jp'],
    ['https://x.co.jp,https://y.co.jp', 'x.co.jp, y.co.jp'],
    ['a.jp b.jp', 'a.jp, b.jp'],
    ['a.jp b.jp c.jp d.jp e.jp', 'a.jp, b.jp, c.jp and 2 more'],
  ])('%s names several', (text, named) => {
    const message = `There are several domains: ${named}. Give the domain of one company.`;
    expect(findDomainInCell(text)).toEqual({ ok: false, reason: 'malformed', message });
  });

  it('more than ten addresses are not read: a thousand such texts would block other requests', () => {
    const ten = Array(10).fill('b.co.jp');
    expect(findDomainInCell(ten.join(' '))).toEqual({ ok: true, domain: 'b.co.jp' });
    const message = 'There are more than 10 addresses. Give the domain of one company.';
    expect(findDomainInCell([...ten, 'b.co.jp'].join(' '))).toEqual({
      ok: false,
      reason: 'malformed',
      message,
    });
    expect(findDomainInCell(['b.co.jp', ...Array(90).fill('架空')].join(' '))).toEqual({
      ok: true,
      domain: 'b.co.jp',
    });
  });

  it.each([
    ['taro@gmail.com, taro@yahoo.co.jp', 'free_mail'],
    ['https://ameblo.jp/b （ブログ）', 'hosting'],
    ['S.T. Corporation', 'malformed'],
    ['Co., Ltd.', 'malformed'],
    ['株式会社 Y.Co', 'malformed'],
    ['TEL 03-1234-5678', 'malformed'],
  ])('%s does not identify a company: %s', (text, reason) => {
    expect(findDomainInCell(text)).toMatchObject({ ok: false, reason });
  });
});
