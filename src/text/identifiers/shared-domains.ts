/**
 * Domains where many unrelated people and companies have an address or a page, so that they identify none of them.
 *
 * A domain is listed if anyone can get a mail address or a page there by signing up, and it really appears in the website
 * or email column of company lists. A company's own site is never listed, even if the company runs such a service
 * elsewhere. An entry is a host and covers its subdomains. Suffixes in the private part of the public suffix list
 * (github.io, wixsite.com …) are covered by that list.
 */

const FREE_MAIL = `
gmail.com googlemail.com yahoo.co.jp ymail.ne.jp yahoo.com yahoo.ne.jp ymail.com rocketmail.com
hotmail.com hotmail.co.jp outlook.com outlook.jp live.jp live.com msn.com icloud.com me.com mac.com aol.com aol.jp
gmx.com gmx.net mail.com mail.ru yandex.com yandex.ru proton.me protonmail.com pm.me tutanota.com zoho.com fastmail.com
qq.com 163.com 126.com naver.com hanmail.net daum.net excite.co.jp goo.jp mail.goo.ne.jp infoseek.jp
docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp vodafone.ne.jp ymobile.ne.jp
pdx.ne.jp emobile.ne.jp disney.ne.jp mopera.net
ocn.ne.jp nifty.com nifty.ne.jp biglobe.ne.jp so-net.ne.jp plala.or.jp dion.ne.jp odn.ne.jp odn.ad.jp asahi-net.or.jp
eonet.ne.jp zaq.ne.jp jcom.home.ne.jp jcom.zaq.ne.jp home.ne.jp tiki.ne.jp hi-ho.ne.jp infoweb.ne.jp dti.ne.jp
wakwak.com sannet.ne.jp bbexcite.jp commufa.jp tcp-ip.or.jp mbn.or.jp ybb.ne.jp interq.or.jp catv.ne.jp iij4u.or.jp
auone-net.jp aurora-net.or.jp alpha-net.ne.jp justnet.ne.jp din.or.jp rim.or.jp
mxr.mesh.ne.jp mesh.ne.jp katch.ne.jp starcat.ne.jp
`;

/** Web hosting, page builders, shop builders, blogs, link pages and short links. */
const HOSTING = `
jimdo.com jimdofree.com jimdosite.com jimdoweb.com wix.com wixsite.com wordpress.com blogspot.com blogger.com tumblr.com
weebly.com webnode.jp webnode.com strikingly.com mystrikingly.com squarespace.com webflow.io studio.site
peraichi.com goope.jp crayonsite.net crayonsite.com crayonsite.info ameba.jp ameblo.jp amebaownd.com theblog.me
hatenablog.com hatenablog.jp hateblo.jp hatena.ne.jp livedoor.jp livedoor.blog blog.jp fc2.com fc2web.com seesaa.net
exblog.jp cocolog-nifty.com jugem.jp note.com note.mu muragon.com goo.ne.jp geocities.jp geocities.co.jp
sakura.ne.jp lolipop.jp xsrv.jp xserver.jp heteml.jp heteml.net coocan.jp
web.fc2.com tok2.com ninja-web.net biz-web.jp bindcloud.jp bindsite.jp
thebase.in base.shop base.ec stores.jp shop-pro.jp shopserve.jp ocnk.net makeshop.jp myshopify.com easy-myshop.jp
github.com github.io gitlab.io netlify.app vercel.app herokuapp.com azurewebsites.net cloudfront.net amazonaws.com
web.app firebaseapp.com pages.dev workers.dev notion.site notion.so qiita.com zenn.dev
sites.google.com docs.google.com drive.google.com forms.gle maps.google.com maps.app.goo.gl goo.gl g.page business.site
bit.ly lit.link linktr.ee tinyurl.com t.co disclosure.site
`;

/** Social networks, video and messaging. */
const SOCIAL = `
facebook.com fb.com fb.me m.me instagram.com twitter.com x.com threads.net linkedin.com lin.ee page.line.me
youtube.com youtu.be tiktok.com pinterest.com pinterest.jp vimeo.com nicovideo.jp mixi.jp discord.com discord.gg
whatsapp.com wechat.com weibo.com telegram.me t.me bsky.app
`;

/** Marketplaces, shop guides, map and company directories, job portals: their pages are about a company, not its own. */
const PORTALS = `
item.rakuten.co.jp rakuten.ne.jp shopping.yahoo.co.jp store.shopping.yahoo.co.jp auctions.yahoo.co.jp paypaymall.yahoo.co.jp
amazon.co.jp amazon.com mercari-shops.com minne.com creema.jp ebay.com alibaba.com aliexpress.com
tabelog.com r.gnavi.co.jp hotpepper.jp beauty.hotpepper.jp ekiten.jp itp.ne.jp
baseconnect.in ipros.jp ipros.com incom.co.jp metoree.com alarmbox.jp houjin.info houjin.jp
indeed.com wantedly.com green-japan.com job.mynavi.jp tenshoku.mynavi.jp rikunabi.com doda.jp employment.en-japan.com engage.jp engage.media
en-gage.net townwork.net baitoru.com hellowork.mhlw.go.jp bizreach.jp openwork.jp job-medley.com airwork.net
prtimes.jp atpress.ne.jp value-press.com
suumo.jp homes.co.jp athome.jp wikipedia.org
`;

function splitHosts(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

export const freeMailHosts = splitHosts(FREE_MAIL);
export const sharedSiteHosts = splitHosts(`${HOSTING} ${SOCIAL} ${PORTALS}`);

/**
 * Suffixes in the private part of the public suffix list whose owners sell names as a registry does: a name below them
 * belongs to its buyer.
 */
export const registryLikeSuffixes = splitHosts(`
jpn.com uk.com us.com eu.com co.com br.com cn.com de.com gr.com jp.net za.com sa.com ru.com uk.net se.net hu.net in.net
gb.net us.org ae.org
`);
