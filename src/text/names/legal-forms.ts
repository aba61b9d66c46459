/**
 * Legal forms and their spellings.
 *
 * Spellings belong to the same form if they mean exactly the same: (株), ㈱ (which NFKC turns into (株)), カブシキガイシャ and
 * K.K. are all 株式会社. Co., Ltd. and Inc. are translations that a company chose, not spellings of 株式会社, so they are
 * separate forms.
 *
 * Deliberately not in the table:
 * - 信用金庫, 神社, 協会, 財産区, 管理組合法人 and the like: the part before them is not a complete name.
 * - Unions and cooperatives at the end (東京都印刷工業協同組合), for the same reason. At the front they are forms.
 * - リミテッド, コーポレーション, エルエルシー in kana: registered as part of the name itself.
 */

export type LegalFormKind = (typeof JAPANESE_FORMS)[number][0] | (typeof ENGLISH_FORMS)[number][0];

export interface LegalForm {
  readonly kind: LegalFormKind;
  readonly position: 'front' | 'back';
}

/** Where a spelling is recognized as a form. */
export type Ends = 'both' | 'front' | 'back';

/**
 * [kind, spelling in keys, ends, other spellings separated by spaces]. A spelling in katakana also covers hiragana, and
 * readings with large instead of small kana, as the register and banks write them. (合) is read as 合同会社, by far the most
 * common of its three possible meanings.
 */
const FORMS = [
  ['kabushiki', '株式会社', 'both', '株式會社 (株) カブシキガイシャ カブシキカイシャ (カ)'],
  ['yugen', '有限会社', 'both', '有限會社 (有) ユウゲンガイシャ ユウゲンカイシャ (ユ)'],
  ['godo', '合同会社', 'both', '合同會社 (同) (合) ゴウドウガイシャ ゴウドウカイシャ (ド)'],
  ['goshi', '合資会社', 'both', '合資會社 (資) ゴウシガイシャ ゴウシカイシャ (シ)'],
  ['gomei', '合名会社', 'both', '合名會社 (名) ゴウメイガイシャ ゴウメイカイシャ (メ)'],
  ['sogo', '相互会社', 'both', '相互會社 (相) ソウゴガイシャ ソウゴカイシャ'],
  ['tokutei_mokuteki', '特定目的会社', 'both', 'トクテイモクテキガイシャ トクテイモクテキカイシャ'],
  ['ippan_shadan', '一般社団法人', 'both', '(一社) 一般社團法人 イッパンシャダンホウジン'],
  ['ippan_zaidan', '一般財団法人', 'both', '(一財) 一般財團法人 イッパンザイダンホウジン'],
  ['koeki_shadan', '公益社団法人', 'both', '(公社) 公益社團法人 コウエキシャダンホウジン'],
  ['koeki_zaidan', '公益財団法人', 'both', '(公財) 公益財團法人 コウエキザイダンホウジン'],
  ['tokurei_shadan', '特例社団法人', 'both', '(特社)'],
  ['tokurei_zaidan', '特例財団法人', 'both', '(特財)'],
  ['shadan', '社団法人', 'both', '(社) 社團法人 シャダンホウジン'],
  ['zaidan', '財団法人', 'both', '(財) 財團法人 ザイダンホウジン'],
  ['chukan', '中間法人', 'both', '有限責任中間法人 無限責任中間法人'],
  ['iryo', '医療法人', 'both', '(医) 醫療法人 イリョウホウジン'],
  ['iryo_shadan', '医療法人社団', 'both', '(医社) イリョウホウジンシャダン'],
  ['iryo_zaidan', '医療法人財団', 'both', '(医財) イリョウホウジンザイダン'],
  ['shakai_iryo', '社会医療法人', 'both', '社会医療法人社団 社会医療法人財団 シャカイイリョウホウジン'],
  ['tokutei_iryo', '特定医療法人', 'both', '特定医療法人社団 特定医療法人財団 トクテイイリョウホウジン'],
  ['chiiki_iryo', '地域医療連携推進法人', 'both', ''],
  ['shakai_fukushi', '社会福祉法人', 'both', '(福) (社福) 社會福祉法人 シャカイフクシホウジン'],
  ['fukushi_renkei', '社会福祉連携推進法人', 'both', ''],
  ['gakko', '学校法人', 'both', '(学) 學校法人 ガッコウホウジン'],
  ['jun_gakko', '準学校法人', 'both', ''],
  ['shukyo', '宗教法人', 'both', '(宗) シュウキョウホウジン'],
  [
    'npo',
    '特定非営利活動法人',
    'both',
    'npo法人 (特非) (npo) (npo法人) トクテイヒエイリカツドウホウジン エヌピーオーホウジン',
  ],
  [
    'nintei_npo',
    '認定特定非営利活動法人',
    'both',
    '認定npo法人 (認特非) ニンテイトクテイヒエイリカツドウホウジン',
  ],
  ['dokuritsu_gyosei', '独立行政法人', 'both', '(独) (独法) ドクリツギョウセイホウジン'],
  ['chiho_dokuritsu_gyosei', '地方独立行政法人', 'both', '(地独) チホウドクリツギョウセイホウジン'],
  ['kokuritsu_kenkyu', '国立研究開発法人', 'both', '(国研) コクリツケンキュウカイハツホウジン'],
  ['kokuritsu_daigaku', '国立大学法人', 'both', '(国大) コクリツダイガクホウジン'],
  ['koritsu_daigaku', '公立大学法人', 'both', '(公大) コウリツダイガクホウジン'],
  ['daigaku_kyodo', '大学共同利用機関法人', 'both', ''],
  ['noji_kumiai', '農事組合法人', 'both', '(農) (農組) ノウジクミアイホウジン'],
  ['toshi', '投資法人', 'both', 'トウシホウジン'],
  ['toshi_jigyo', '投資事業有限責任組合', 'both', ''],
  ['yugen_sekinin_jigyo', '有限責任事業組合', 'both', 'ユウゲンセキニンジギョウクミアイ'],
  ['zeirishi', '税理士法人', 'both', '(税) ゼイリシホウジン'],
  ['bengoshi', '弁護士法人', 'both', '(弁) ベンゴシホウジン'],
  ['shiho_shoshi', '司法書士法人', 'both', 'シホウショシホウジン'],
  ['gyosei_shoshi', '行政書士法人', 'both', 'ギョウセイショシホウジン'],
  ['sharoshi', '社会保険労務士法人', 'both', '社労士法人 シャカイホケンロウムシホウジン'],
  ['benrishi', '弁理士法人', 'both', 'ベンリシホウジン'],
  ['tokkyo_gyomu', '特許業務法人', 'both', ''],
  ['chosashi', '土地家屋調査士法人', 'both', ''],
  ['kansa', '監査法人', 'both', 'カンサホウジン'],
  ['yugen_kansa', '有限責任監査法人', 'both', ''],
  ['shokugyo_kunren', '職業訓練法人', 'both', ''],
  ['kosei_hogo', '更生保護法人', 'both', ''],
  ['kyodo_kumiai', '協同組合', 'front', '(協) キョウドウクミアイ'],
  ['jigyo_kyodo_kumiai', '事業協同組合', 'front', ''],
  ['seikatsu_kyodo_kumiai', '生活協同組合', 'front', '(生協) セイカツキョウドウクミアイ'],
  ['rodosha_kyodo_kumiai', '労働者協同組合', 'front', ''],
  ['kigyo_kumiai', '企業組合', 'front', '(企) (企業) キギョウクミアイ'],
  ['kyogyo_kumiai', '協業組合', 'front', ''],
  ['gijutsu_kenkyu_kumiai', '技術研究組合', 'front', ''],
  ['foreign_limited', '有限公司', 'back', '有限責任公司'],
  ['foreign_joint_stock', '股份有限公司', 'back', '股斌有限公司 股分有限公司'],
] as const satisfies readonly (readonly [string, string, Ends, string])[];

/**
 * What banks print for a form in the name of an account: `カ)` begins it, `(カ` ends it. Source: the abbreviations of the Japanese
 * Bankers Association for transfers (法人略語), and カブ, which people write too. An abbreviation of several forms is given to the
 * one that is part of all of them, or is the most frequent.
 */
const BANK_ABBREVIATIONS: Readonly<Partial<Record<string, string>>> = {
  kabushiki: 'カ カブ',
  yugen: 'ユ',
  godo: 'ド',
  goshi: 'シ',
  gomei: 'メ',
  sogo: 'ソ',
  shadan: 'シャ シヤ',
  zaidan: 'ザイ',
  chukan: 'チュウ チユウ',
  iryo: 'イ',
  shakai_fukushi: 'フク',
  gakko: 'ガク',
  shukyo: 'シュウ シユウ',
  npo: 'トクヒ',
  dokuritsu_gyosei: 'ドク',
  chiho_dokuritsu_gyosei: 'チドク',
  kokuritsu_daigaku: 'ダイ',
  noji_kumiai: 'ノウ',
  zeirishi: 'ゼイ',
  bengoshi: 'ベン',
  shiho_shoshi: 'シホウ',
  gyosei_shoshi: 'ギョ ギヨ',
  sharoshi: 'ロウム',
  kosei_hogo: 'ホゴ',
};

export const bankAbbreviations: readonly string[] = Object.values(BANK_ABBREVIATIONS).flatMap(splitWords);

export const JAPANESE_FORMS = FORMS.map(([kind, canonical, ends, others]) => {
  // (ア), (イ) and the like number the items of a list.
  const ofBanks = splitWords(BANK_ABBREVIATIONS[kind]).flatMap((short) => [
    `${short})`,
    `(${short}`,
    ...(short.length > 1 ? [`(${short})`] : []),
  ]);
  return [kind, canonical, ends, [...splitWords(others), ...ofBanks]] as const;
});

function splitWords(text = ''): string[] {
  return text.match(/\S+/g) ?? [];
}

/**
 * [kind, spelling in keys, spellings]. In a spelling, a space matches any number of spaces, dots, commas and hyphens,
 * including none; a dot is required. K.K., G.K. and the like are 株式会社 and 合同会社 in Latin letters, and get that key.
 */
export const ENGLISH_FORMS = [
  ['kabushiki', '株式会社', ['kabushiki kaisha', 'kabushiki gaisha', 'kk', 'k.k']],
  ['yugen', '有限会社', ['yugen kaisha', 'yugen gaisha', 'yk', 'y.k']],
  ['godo', '合同会社', ['godo kaisha', 'godo gaisha', 'goudou kaisha', 'gk', 'g.k']],
  ['goshi', '合資会社', ['goshi kaisha', 'goshi gaisha']],
  ['gomei', '合名会社', ['gomei kaisha', 'gomei gaisha']],
  ['co_ltd', 'coltd', ['co ltd', 'company ltd', 'co limited', 'company limited']],
  ['ltd', 'ltd', ['ltd', 'limited']],
  [
    'pte_ltd',
    'pteltd',
    ['pte ltd', 'pte limited', 'private ltd', 'private limited', 'pvt ltd', 'pvt limited'],
  ],
  ['pty_ltd', 'ptyltd', ['pty ltd', 'pty limited', 'proprietary limited']],
  ['inc', 'inc', ['inc', 'incorporated', 'co inc', 'company inc', 'co incorporated', 'company incorporated']],
  ['corporation', 'corporation', ['corp', 'corporation']],
  ['company', 'company', ['co', 'company']],
  ['llc', 'llc', ['l l c', 'limited liability company']],
  ['llp', 'llp', ['l l p', 'limited liability partnership']],
  ['lp', 'lp', ['l.p', 'limited partnership']],
  ['plc', 'plc', ['plc', 'p.l.c']],
  ['gmbh', 'gmbh', ['gmbh']],
  ['sdn_bhd', 'sdnbhd', ['sdn bhd']],
  ['sa', 'sa', ['s.a']],
  ['bv', 'bv', ['b.v']],
  ['nv', 'nv', ['n.v']],
  ['general_association', 'generalincorporatedassociation', ['general incorporated association']],
  ['general_foundation', 'generalincorporatedfoundation', ['general incorporated foundation']],
  [
    'public_association',
    'publicinterestincorporatedassociation',
    ['public interest incorporated association'],
  ],
  ['public_foundation', 'publicinterestincorporatedfoundation', ['public interest incorporated foundation']],
] as const satisfies readonly (readonly [string, string, readonly string[]])[];

const JAPANESE_KINDS: ReadonlySet<string> = new Set(JAPANESE_FORMS.map(([kind]) => kind));

/** Co., Ltd., Inc., Corporation: a company chooses a translation freely, so another one does not mean another company. */
export function isTranslation({ kind }: LegalForm): boolean {
  return !JAPANESE_KINDS.has(kind);
}

const COMPANY_FORMS: readonly string[] = ['kabushiki', 'yugen'];
/** The forms that companies translate so. 合同会社 is Japan's LLC, and is introduced as such by its law; the others follow usage. */
const TRANSLATED: Readonly<Record<string, readonly string[]>> = {
  co_ltd: COMPANY_FORMS,
  ltd: COMPANY_FORMS,
  inc: COMPANY_FORMS,
  corporation: COMPANY_FORMS,
  company: COMPANY_FORMS,
  llc: ['godo'],
  general_association: ['ippan_shadan'],
  general_foundation: ['ippan_zaidan'],
  public_association: ['koeki_shadan'],
  public_foundation: ['koeki_zaidan'],
};

/** The spellings in keys of the forms that companies translate into this one. */
export function listTranslatedForms({ kind }: LegalForm): string[] {
  const kinds = TRANSLATED[kind] ?? [];
  return JAPANESE_FORMS.filter(([own]) => kinds.includes(own)).map(([, canonical]) => canonical);
}

/** Whether a company with this form can be meant by the written one: 合同会社 by LLC and G.K. */
export function fitsForm(written: LegalForm, own: LegalForm | null): boolean {
  return (
    own !== null && (own.kind === written.kind || (TRANSLATED[written.kind]?.includes(own.kind) ?? false))
  );
}

/**
 * Titles of farming corporations, used in addition to a legal form (農業生産法人株式会社…, 農業法人…合同会社). They belong to the
 * form; alone they are not a form.
 */
export const TITLES = ['農業生産法人', '農地所有適格法人', '農業法人'] as const;
