/**
 * Legal forms and their spellings.
 *
 * Two spellings belong to one form when a writer means exactly the same form by them: (株), ㈱ (NFKC makes it (株)),
 * カブシキガイシャ and K.K. are all 株式会社. Co., Ltd. and Inc. are translations a company chose for itself, not
 * spellings of 株式会社, so they are forms of their own.
 *
 * Not in the table, on purpose:
 * - 信用金庫, 神社, 協会, 財産区, 管理組合法人 and the like: what they follow does not name the body alone.
 * - Unions and cooperatives at the end (東京都印刷工業協同組合): the same reason. At the front they are forms.
 * - リミテッド, コーポレーション, エルエルシー in kana: registered as part of the name proper.
 */

export type LegalFormKind = (typeof JAPANESE_FORMS)[number][0] | (typeof ENGLISH_FORMS)[number][0];

export interface LegalForm {
  readonly kind: LegalFormKind;
  readonly position: 'front' | 'back';
}

/** Where a form may stand to be taken for one. */
type Ends = 'both' | 'front' | 'back';

/**
 * [kind, spelling in keys, ends, other spellings]. A spelling in katakana also stands for its hiragana and for the
 * readings that write small kana large, as the register and the banks do. `カ)` and `(カ` are the banks' abbreviations
 * of account names. (合) is read as 合同会社, which is by far the commonest of the three it could be.
 */
const JAPANESE_FORMS = [
  ['kabushiki', '株式会社', 'both', ['株式會社', '(株)', 'カブシキガイシャ', 'カブシキカイシャ', 'カ)', '(カ', '(カ)']],
  ['yugen', '有限会社', 'both', ['有限會社', '(有)', 'ユウゲンガイシャ', 'ユウゲンカイシャ', 'ユ)', '(ユ', '(ユ)']],
  ['godo', '合同会社', 'both', ['合同會社', '(同)', '(合)', 'ゴウドウガイシャ', 'ゴウドウカイシャ', 'ド)', '(ド', '(ド)']],
  ['goshi', '合資会社', 'both', ['合資會社', '(資)', 'ゴウシガイシャ', 'ゴウシカイシャ', 'シ)', '(シ', '(シ)']],
  ['gomei', '合名会社', 'both', ['合名會社', '(名)', 'ゴウメイガイシャ', 'ゴウメイカイシャ', 'メ)', '(メ', '(メ)']],
  ['sogo', '相互会社', 'both', ['相互會社', '(相)', 'ソウゴガイシャ', 'ソウゴカイシャ']],
  ['tokutei_mokuteki', '特定目的会社', 'both', ['トクテイモクテキガイシャ', 'トクテイモクテキカイシャ']],
  ['ippan_shadan', '一般社団法人', 'both', ['(一社)', '一般社團法人', 'イッパンシャダンホウジン']],
  ['ippan_zaidan', '一般財団法人', 'both', ['(一財)', '一般財團法人', 'イッパンザイダンホウジン']],
  ['koeki_shadan', '公益社団法人', 'both', ['(公社)', '公益社團法人', 'コウエキシャダンホウジン']],
  ['koeki_zaidan', '公益財団法人', 'both', ['(公財)', '公益財團法人', 'コウエキザイダンホウジン']],
  ['tokurei_shadan', '特例社団法人', 'both', ['(特社)']],
  ['tokurei_zaidan', '特例財団法人', 'both', ['(特財)']],
  ['shadan', '社団法人', 'both', ['(社)', '社團法人', 'シャダンホウジン']],
  ['zaidan', '財団法人', 'both', ['(財)', '財團法人', 'ザイダンホウジン']],
  ['chukan', '中間法人', 'both', ['有限責任中間法人', '無限責任中間法人']],
  ['iryo', '医療法人', 'both', ['(医)', '醫療法人', 'イリョウホウジン', 'イ)']],
  ['iryo_shadan', '医療法人社団', 'both', ['(医社)', 'イリョウホウジンシャダン']],
  ['iryo_zaidan', '医療法人財団', 'both', ['(医財)', 'イリョウホウジンザイダン']],
  ['shakai_iryo', '社会医療法人', 'both', ['社会医療法人社団', '社会医療法人財団', 'シャカイイリョウホウジン']],
  ['tokutei_iryo', '特定医療法人', 'both', ['特定医療法人社団', '特定医療法人財団', 'トクテイイリョウホウジン']],
  ['chiiki_iryo', '地域医療連携推進法人', 'both', []],
  ['shakai_fukushi', '社会福祉法人', 'both', ['(福)', '(社福)', '社會福祉法人', 'シャカイフクシホウジン', 'フク)']],
  ['fukushi_renkei', '社会福祉連携推進法人', 'both', []],
  ['gakko', '学校法人', 'both', ['(学)', '學校法人', 'ガッコウホウジン', 'ガク)']],
  ['jun_gakko', '準学校法人', 'both', []],
  ['shukyo', '宗教法人', 'both', ['(宗)', 'シュウキョウホウジン', 'シユウ)']],
  [
    'npo',
    '特定非営利活動法人',
    'both',
    ['npo法人', '(特非)', '(npo)', '(npo法人)', 'トクテイヒエイリカツドウホウジン', 'エヌピーオーホウジン', 'トクヒ)'],
  ],
  ['nintei_npo', '認定特定非営利活動法人', 'both', ['認定npo法人', '(認特非)', 'ニンテイトクテイヒエイリカツドウホウジン']],
  ['dokuritsu_gyosei', '独立行政法人', 'both', ['(独)', '(独法)', 'ドクリツギョウセイホウジン']],
  ['chiho_dokuritsu_gyosei', '地方独立行政法人', 'both', ['(地独)', 'チホウドクリツギョウセイホウジン']],
  ['kokuritsu_kenkyu', '国立研究開発法人', 'both', ['(国研)', 'コクリツケンキュウカイハツホウジン']],
  ['kokuritsu_daigaku', '国立大学法人', 'both', ['(国大)', 'コクリツダイガクホウジン']],
  ['koritsu_daigaku', '公立大学法人', 'both', ['(公大)', 'コウリツダイガクホウジン']],
  ['daigaku_kyodo', '大学共同利用機関法人', 'both', []],
  ['noji_kumiai', '農事組合法人', 'both', ['(農)', '(農組)', 'ノウジクミアイホウジン']],
  ['toshi', '投資法人', 'both', ['トウシホウジン']],
  ['toshi_jigyo', '投資事業有限責任組合', 'both', []],
  ['yugen_sekinin_jigyo', '有限責任事業組合', 'both', ['ユウゲンセキニンジギョウクミアイ']],
  ['zeirishi', '税理士法人', 'both', ['(税)', 'ゼイリシホウジン']],
  ['bengoshi', '弁護士法人', 'both', ['(弁)', 'ベンゴシホウジン']],
  ['shiho_shoshi', '司法書士法人', 'both', ['シホウショシホウジン']],
  ['gyosei_shoshi', '行政書士法人', 'both', ['ギョウセイショシホウジン']],
  ['sharoshi', '社会保険労務士法人', 'both', ['社労士法人', 'シャカイホケンロウムシホウジン']],
  ['benrishi', '弁理士法人', 'both', ['ベンリシホウジン']],
  ['tokkyo_gyomu', '特許業務法人', 'both', []],
  ['chosashi', '土地家屋調査士法人', 'both', []],
  ['kansa', '監査法人', 'both', ['カンサホウジン']],
  ['yugen_kansa', '有限責任監査法人', 'both', []],
  ['shokugyo_kunren', '職業訓練法人', 'both', []],
  ['kosei_hogo', '更生保護法人', 'both', []],
  ['kyodo_kumiai', '協同組合', 'front', ['(協)', 'キョウドウクミアイ']],
  ['jigyo_kyodo_kumiai', '事業協同組合', 'front', []],
  ['seikatsu_kyodo_kumiai', '生活協同組合', 'front', ['(生協)', 'セイカツキョウドウクミアイ']],
  ['rodosha_kyodo_kumiai', '労働者協同組合', 'front', []],
  ['kigyo_kumiai', '企業組合', 'front', ['(企)', '(企業)', 'キギョウクミアイ']],
  ['kyogyo_kumiai', '協業組合', 'front', []],
  ['gijutsu_kenkyu_kumiai', '技術研究組合', 'front', []],
  ['foreign_limited', '有限公司', 'back', ['有限责任公司', '有限責任公司']],
  ['foreign_joint_stock', '股份有限公司', 'back', ['股斌有限公司', '股フン有限公司']],
] as const satisfies readonly (readonly [string, string, Ends, readonly string[]])[];

/**
 * [kind, spelling in keys, spellings]. In a spelling a space stands for any run of spaces, dots, commas and hyphens,
 * also none; a dot must be there. K.K., G.K. and their like are 株式会社, 合同会社 in Latin letters and get that key.
 */
const ENGLISH_FORMS = [
  ['kabushiki', '株式会社', ['kabushiki kaisha', 'kabushiki gaisha', 'kk', 'k.k']],
  ['yugen', '有限会社', ['yugen kaisha', 'yugen gaisha', 'yk', 'y.k']],
  ['godo', '合同会社', ['godo kaisha', 'godo gaisha', 'goudou kaisha', 'gk', 'g.k']],
  ['goshi', '合資会社', ['goshi kaisha', 'goshi gaisha']],
  ['gomei', '合名会社', ['gomei kaisha', 'gomei gaisha']],
  ['co_ltd', 'coltd', ['co ltd', 'company ltd', 'co limited', 'company limited']],
  ['ltd', 'ltd', ['ltd', 'limited']],
  ['pte_ltd', 'pteltd', ['pte ltd', 'pte limited', 'private ltd', 'private limited', 'pvt ltd', 'pvt limited']],
  ['pty_ltd', 'ptyltd', ['pty ltd', 'pty limited', 'proprietary limited']],
  ['inc', 'inc', ['inc', 'incorporated']],
  ['corporation', 'corporation', ['corp', 'corporation']],
  ['company', 'company', ['co', 'company']],
  ['llc', 'llc', ['l l c', 'limited liability company']],
  ['llp', 'llp', ['l l p', 'limited liability partnership']],
  ['lp', 'lp', ['l.p', 'limited partnership']],
  ['plc', 'plc', ['plc', 'p.l.c']],
  ['gmbh', 'gmbh', ['gmbh']],
  ['sdn_bhd', 'sdnbhd', ['sdn bhd']],
  ['sa', 's.a', ['s.a']],
  ['bv', 'b.v', ['b.v']],
  ['nv', 'n.v', ['n.v']],
  ['general_association', 'generalincorporatedassociation', ['general incorporated association']],
  ['general_foundation', 'generalincorporatedfoundation', ['general incorporated foundation']],
  ['public_association', 'publicinterestincorporatedassociation', ['public interest incorporated association']],
  ['public_foundation', 'publicinterestincorporatedfoundation', ['public interest incorporated foundation']],
] as const satisfies readonly (readonly [string, string, readonly string[]])[];

/**
 * Titles of farming corporations that stand before or with a legal form (農業生産法人株式会社…, 農業法人…合同会社).
 * They go with the form; alone they are no form.
 */
const TITLES = ['農業生産法人', '農地所有適格法人', '農業法人'] as const;

interface FormSpelling {
  readonly text: string;
  readonly kind: LegalFormKind;
  readonly canonical: string;
}

const LARGE_KANA: Readonly<Record<string, string>> = { ッ: 'ツ', ャ: 'ヤ', ュ: 'ユ', ョ: 'ヨ' };

function toHiragana(katakana: string): string {
  return katakana.replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

function spellingsOf(spelling: string): string[] {
  if (!/^[ァ-ヺー]{4,}$/.test(spelling)) return [spelling];
  const large = spelling.replace(/[ッャュョ]/g, (kana) => LARGE_KANA[kana] ?? kana);
  return [...new Set([spelling, large, toHiragana(spelling)])];
}

/** Bank abbreviations are half brackets: `カ)` opens a name, `(カ` closes one. */
function mayStandAt(text: string, ends: Ends, end: 'front' | 'back'): boolean {
  if (ends !== 'both' && ends !== end) return false;
  if (/^[^(]+\)$/.test(text)) return end === 'front';
  if (/^\([^)]+$/.test(text)) return end === 'back';
  return true;
}

/** Spellings by the first (front) or last (back) UTF-16 unit, longest first, so that one look-up rules most names out. */
function indexSpellings(end: 'front' | 'back'): ReadonlyMap<number, readonly FormSpelling[]> {
  const index = new Map<number, FormSpelling[]>();
  for (const [kind, canonical, ends, others] of JAPANESE_FORMS) {
    for (const text of [canonical, ...others].flatMap(spellingsOf)) {
      if (!mayStandAt(text, ends, end)) continue;
      const unit = text.charCodeAt(end === 'front' ? 0 : text.length - 1);
      index.set(unit, [...(index.get(unit) ?? []), { text, kind, canonical }]);
    }
  }
  for (const spellings of index.values()) spellings.sort((a, b) => b.text.length - a.text.length);
  return index;
}

const FRONT = indexSpellings('front');
const BACK = indexSpellings('back');

const BETWEEN_WORDS = '[\\s.,-]*';

function pattern(spelling: string): string {
  return spelling.replaceAll('.', '\\.\\s?').replaceAll(' ', BETWEEN_WORDS);
}

const ENGLISH_SPELLINGS = ENGLISH_FORMS.flatMap(([kind, canonical, spellings]) =>
  [...spellings, canonical].map((text) => ({ text, kind, canonical })),
)
  .filter(({ text }) => /^[a-z .]+$/.test(text))
  .sort((a, b) => b.text.length - a.text.length);

/** Two bare letters (KK, GK, Co) are a form only behind a space or mark: サンKK and NECO are names. */
const isShort = (text: string): boolean => /^[a-z]{1,2}$/.test(text);
const alternatives = (short: boolean): string =>
  ENGLISH_SPELLINGS.filter(({ text }) => isShort(text) === short)
    .map(({ text }) => pattern(text))
    .join('|');

const ENGLISH_BACK = new RegExp(
  `(?:(?<![a-z0-9'’_-])(${alternatives(false)})|(?<=^|[\\s.,&])(${alternatives(true)}))[\\s.,]*$`,
);
const ENGLISH_FRONT = /^(kabushiki[\s-]?[kg]aisha|yugen[\s-]?[kg]aisha|godo[\s-]?[kg]aisha|k\.\s?k\.?|y\.\s?k\.?|g\.\s?k\.?)(?![a-z0-9])[\s.,]*/;
const FORM_BY_SQUASHED = new Map(ENGLISH_SPELLINGS.map((form) => [squash(form.text), form]));

function squash(text: string): string {
  return text.replace(/[\s.,-]/g, '');
}

/** A name taken apart. All parts are folded and without spaces; `form` is in its key spelling. */
export interface NameParts {
  /** A farming title before the form or the name, or nothing. */
  readonly title: string;
  readonly rest: string;
  readonly form: { readonly kind: LegalFormKind; readonly canonical: string; readonly position: 'front' | 'back' } | null;
}

function japaneseFormAt(compact: string, end: 'front' | 'back'): FormSpelling | undefined {
  const unit = compact.charCodeAt(end === 'front' ? 0 : compact.length - 1);
  const spellings = (end === 'front' ? FRONT : BACK).get(unit);
  if (spellings === undefined) return undefined;
  return spellings.find(({ text }) => (end === 'front' ? compact.startsWith(text) : compact.endsWith(text)));
}

function withoutJapaneseForm(compact: string): NameParts | null {
  const front = japaneseFormAt(compact, 'front');
  const back = japaneseFormAt(compact, 'back');
  if (front !== undefined && front.text.length >= (back?.text.length ?? 0)) {
    const rest = compact.slice(front.text.length);
    return { title: '', rest, form: { ...pick(front), position: 'front' } };
  }
  if (back === undefined) return null;
  const rest = compact.slice(0, compact.length - back.text.length);
  return { title: '', rest, form: { ...pick(back), position: 'back' } };
}

function pick({ kind, canonical }: FormSpelling): { kind: LegalFormKind; canonical: string } {
  return { kind, canonical };
}

function withoutEnglishForm(folded: string): NameParts | null {
  const front = ENGLISH_FRONT.exec(folded);
  const found = front ?? ENGLISH_BACK.exec(folded);
  if (found === null) return null;
  const form = FORM_BY_SQUASHED.get(squash(found[1] ?? found[2] ?? ''));
  if (form === undefined) return null;
  const rest = front
    ? folded.slice(front[0].length)
    : folded.slice(0, found.index).replace(/[\s.,]+$/, '');
  return {
    title: '',
    rest: rest.replaceAll(' ', ''),
    form: { ...pick(form), position: front ? 'front' : 'back' },
  };
}

const LATIN = /[a-z]/;

/**
 * Takes the legal form off a folded name (normalised, case folded, spaces still there), where it stands at either
 * end; longest first, at the same length the front. One form only: what is left may look like a form again
 * (税理士法人協会) and is then part of the name. Japanese forms go before English ones, because 株式会社ABC
 * CORPORATION is registered with CORPORATION as part of its name.
 */
export function takeApart(folded: string): NameParts {
  const compact = folded.replaceAll(' ', '');
  const title = TITLES.find((each) => compact.startsWith(each)) ?? '';
  const japanese = withoutJapaneseForm(compact.slice(title.length));
  if (japanese !== null) {
    const inner = title === '' && japanese.form?.position === 'front' ? TITLES.find((each) => japanese.rest.startsWith(each)) : '';
    void inner;
    return { ...japanese, title };
  }
  const english = LATIN.test(folded) ? withoutEnglishForm(folded) : null;
  return english ?? { title: '', rest: compact, form: null };
}
