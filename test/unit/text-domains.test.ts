import { describe, expect, it } from '@jest/globals';
import { registrableDomain } from '../../src/text/domains.ts';
import { freeMailHosts, registryLikeSuffixes, sharedSiteHosts } from '../../src/text/shared-domains.ts';

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
    expect(registrableDomain(input)).toEqual({ ok: true, domain });
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
    const parsed = registrableDomain(input);
    expect(parsed).toMatchObject({ ok: false, reason });
  });

  it('are refused for every host of the lists, and accepted below every registry-like suffix', () => {
    for (const host of [...freeMailHosts, ...sharedSiteHosts])
      expect([host, registrableDomain(host).ok]).toEqual([host, false]);
    for (const suffix of registryLikeSuffixes) {
      expect(registrableDomain(`www.aozora.${suffix}`)).toEqual({ ok: true, domain: `aozora.${suffix}` });
    }
  });
});
