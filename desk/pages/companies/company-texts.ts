import type { Texts } from '../../language.ts';

interface CompanyTexts {
  readonly back: string;
  readonly ledHere: (id: string) => string;
  readonly ended: Readonly<Record<string, string>>;
  readonly endedOn: (day: string) => string;
  readonly cause: Readonly<Record<string, string>>;
  readonly successor: string;
  readonly unknownSuccessor: (number: string) => string;
  readonly facts: string;
  readonly field: Readonly<Record<string, string>>;
  readonly figures: string;
  readonly fiscalYear: (year: number) => string;
  readonly yen: string;
  readonly names: string;
  readonly otherNames: string;
  readonly nameKinds: Readonly<Record<string, string>>;
  readonly aliasKinds: Readonly<Record<string, string>>;
  readonly today: string;
  readonly from: (day: string) => string;
  readonly until: (day: string) => string;
  readonly period: (from: string, to: string) => string;
  readonly noPeriod: string;
  readonly identifiers: string;
  readonly identifierKinds: Readonly<Record<string, string>>;
  /** Of an invoice number, by the status of its registration today. */
  readonly registrations: Readonly<Record<string, string>>;
  readonly derived: string;
  readonly formerly: string;
  readonly listings: string;
  readonly listedOn: (exchange: string) => string;
  readonly asOf: (day: string) => string;
  readonly related: string;
  readonly relatedNote: string;
  readonly noRelated: string;
  readonly relations: Readonly<Record<string, string>>;
  readonly moreRelated: string;
  readonly evidence: string;
  readonly noEvidence: string;
  readonly allTypes: string;
  readonly allSources: string;
  readonly type: string;
  readonly source: string;
  readonly record: string;
  readonly confidence: (percent: number) => string;
  readonly openings: string;
  readonly permits: string;
  readonly showOpenings: string;
  readonly showPermits: string;
  readonly countsAsSearch: string;
  readonly noOpenings: string;
  readonly noPermits: string;
  readonly shownOf: (shown: string, all: string) => string;
  readonly validFromTo: (from: string, to: string) => string;
  readonly notes: string;
  readonly noNotes: string;
  readonly noteIntro: string;
  readonly addNote: string;
  readonly noteTitle: string;
  readonly noteText: string;
  readonly noteUrl: string;
  readonly notePrivate: string;
  readonly sourceTypes: Readonly<Record<string, string>>;
  readonly noteSourceType: string;
  readonly yes: string;
  readonly no: string;
  readonly unknownSource: string;
}

export const texts: Texts<CompanyTexts> = {
  en: {
    back: 'Search companies',
    ledHere: (id) => `The id ${id} leads to this company.`,
    ended: {
      closed: 'This company was closed.',
      merged: 'This company was merged into another one.',
      removed: 'The register withdrew this entry.',
    },
    endedOn: (day) => `On ${day}.`,
    cause: {
      liquidated: 'Reason: liquidation.',
      merger: 'Reason: merger.',
      closed_by_registrar: 'Reason: closed by the registrar.',
      other: 'Reason: other.',
    },
    successor: 'It was taken over by',
    unknownSuccessor: (number) =>
      `It was taken over by the company with the number ${number}, which is not loaded.`,
    facts: 'Facts',
    field: {
      kind: 'Kind of corporation',
      head_office: 'Head office',
      address_outside_japan: 'Address outside Japan',
      website_url: 'Website',
      employees: 'Employees',
      insured_persons: 'Insured persons',
      capital_yen: 'Capital',
      business_summary: 'Business',
      business_items: 'Lines of business',
      founded_on: 'Founded',
      founding_year: 'Founded in',
      fiscal_year_end: 'End of fiscal year',
      industry: 'Industry',
      listing_statement: 'States about listing',
      consolidated: 'Consolidated statements',
      qualification_grade: 'Procurement grade',
      technologies: 'Technologies',
      assigned_on: 'Number assigned',
      register_updated_on: 'Register entry',
      industry_33_code: 'Sector of the exchange',
    },
    figures: 'Figures',
    fiscalYear: (year) => `Fiscal year ${year}`,
    yen: 'yen',
    names: 'Names over time',
    otherNames: 'Other names',
    nameKinds: {
      legal: 'Legal name',
      trade: 'Trade name',
      english: 'English name',
      kana: 'Reading',
      former: 'Former name',
      alias: 'Alias',
    },
    aliasKinds: {
      brand: 'Brand',
      abbreviation: 'Abbreviation',
      initials: 'Initials',
      group: 'Group',
      other: 'Other name',
    },
    today: 'today',
    from: (day) => `Since ${day}`,
    until: (day) => `Until ${day}`,
    period: (from, to) => `${from} to ${to}`,
    noPeriod: 'Period unknown',
    identifiers: 'Identifiers',
    identifierKinds: {
      company_id: 'Id of this service',
      corporate_number: 'Corporate number',
      invoice_number: 'Invoice number',
      securities_code: 'Securities code',
      edinet_code: 'EDINET code',
      domain: 'Domain',
    },
    registrations: {
      registered: 'Registered issuer of invoices',
      not_yet_registered: 'Not registered yet',
      cancelled: 'Registration cancelled',
      expired: 'Registration expired',
      not_registered: 'Not in the register of invoice issuers',
      unknown: 'Unknown whether it is registered',
    },
    derived: 'Derived from the corporate number.',
    formerly: 'Former',
    listings: 'Listings',
    listedOn: (exchange) => `${exchange} Stock Exchange`,
    asOf: (day) => `as of ${day}`,
    related: 'Related companies',
    relatedNote: 'By facts only. It does not mean that they belong together.',
    noRelated: 'No related company is known.',
    relations: {
      merged_into: 'Took this company over',
      took_over: 'Was taken over by this company',
      has_former_name: 'Now has a former name of this company',
      had_current_name: 'Had the name of this company before',
      had_former_name: 'Had the same former name',
      same_domain: 'Same website',
      same_address: 'Same address of the head office',
    },
    moreRelated: 'and more, which are not shown',
    evidence: 'Evidence',
    noEvidence: 'There is no evidence for these filters.',
    allTypes: 'All types',
    allSources: 'All sources',
    type: 'Type',
    source: 'Source',
    record: 'The record',
    confidence: (percent) => `${percent} % certain`,
    openings: 'Openings',
    permits: 'Construction permits',
    showOpenings: 'Show current openings',
    showPermits: 'Show valid permits',
    countsAsSearch: 'Each counts as one search.',
    noOpenings: 'No current opening is known.',
    noPermits: 'No valid permit is known.',
    shownOf: (shown, all) => `${shown} of ${all}`,
    validFromTo: (from, to) => `Valid from ${from} to ${to}`,
    notes: 'Your research notes',
    noNotes: 'You have no note about this company yet.',
    noteIntro: 'Notes belong to your account. They never become facts or evidence.',
    addNote: 'Add a note',
    noteTitle: 'Title',
    noteText: 'Note',
    noteUrl: 'Public web address of the source (optional)',
    notePrivate: 'Transcripts of conversations, passwords and bank details are refused.',
    sourceTypes: {
      manual: 'Own research',
      web_search: 'Web search',
      deep_search: 'Deep search',
      crawler: 'Website read by a program',
      pdf_extract: 'Text from a PDF',
    },
    noteSourceType: 'How it was found',
    yes: 'Yes',
    no: 'No',
    unknownSource: 'No source states it',
  },
  ja: {
    back: '会社を検索',
    ledHere: (id) => `ID「${id}」は、この会社を指します。`,
    ended: {
      closed: 'この会社は閉鎖されました。',
      merged: 'この会社は合併により消滅しました。',
      removed: '登記から除外されました。',
    },
    endedOn: (day) => `閉鎖日: ${day}`,
    cause: {
      liquidated: '理由: 清算の結了等',
      merger: '理由: 合併による解散等',
      closed_by_registrar: '理由: 登記官による閉鎖',
      other: '理由: その他',
    },
    successor: '承継先:',
    unknownSuccessor: (number) => `承継先は法人番号 ${number} の会社ですが、読み込まれていません。`,
    facts: '基本情報',
    field: {
      kind: '法人種別',
      head_office: '本店所在地',
      address_outside_japan: '国外所在地',
      website_url: 'ウェブサイト',
      employees: '従業員数',
      insured_persons: '被保険者数',
      capital_yen: '資本金',
      business_summary: '事業概要',
      business_items: '営業品目',
      founded_on: '設立日',
      founding_year: '創業年',
      fiscal_year_end: '決算日',
      industry: '業種',
      listing_statement: '上場の記載',
      consolidated: '連結決算',
      qualification_grade: '入札参加資格の等級',
      technologies: '利用技術',
      assigned_on: '法人番号の指定日',
      register_updated_on: '登記情報の更新日',
      industry_33_code: '業種（東証 33 業種）',
    },
    figures: '財務',
    fiscalYear: (year) => `${year} 年度`,
    yen: '円',
    names: '商号の変遷',
    otherNames: 'その他の名前',
    nameKinds: {
      legal: '商号',
      trade: '通称',
      english: '英語名',
      kana: '読み',
      former: '旧商号',
      alias: '別名',
    },
    aliasKinds: {
      brand: 'ブランド',
      abbreviation: '略称',
      initials: '頭文字',
      group: 'グループ',
      other: '別名',
    },
    today: '現在',
    from: (day) => `${day} から`,
    until: (day) => `${day} まで`,
    period: (from, to) => `${from} ～ ${to}`,
    noPeriod: '期間は不明',
    identifiers: '番号・コード',
    identifierKinds: {
      company_id: '本サービスの ID',
      corporate_number: '法人番号',
      invoice_number: '登録番号（インボイス）',
      securities_code: '証券コード',
      edinet_code: 'EDINET コード',
      domain: 'ドメイン',
    },
    registrations: {
      registered: '適格請求書発行事業者として登録済み',
      not_yet_registered: '登録前',
      cancelled: '登録取消',
      expired: '登録失効',
      not_registered: '公表されていません',
      unknown: '登録の有無は不明',
    },
    derived: '法人番号から導いた番号です。',
    formerly: '過去',
    listings: '上場',
    listedOn: (exchange) => exchange,
    asOf: (day) => `${day} 時点`,
    related: '関連する会社',
    relatedNote: '事実に基づく一覧です。資本関係などを示すものではありません。',
    noRelated: '関連する会社は見つかっていません。',
    relations: {
      merged_into: 'この会社を承継した会社',
      took_over: 'この会社が承継した会社',
      has_former_name: 'この会社の旧商号を現在使っている会社',
      had_current_name: 'この会社の商号を以前使っていた会社',
      had_former_name: '同じ旧商号を使っていた会社',
      same_domain: '同じウェブサイト',
      same_address: '本店所在地が同じ会社',
    },
    moreRelated: 'ほかにもありますが、表示していません',
    evidence: '根拠',
    noEvidence: 'この条件に合う根拠はありません。',
    allTypes: 'すべての種類',
    allSources: 'すべての出典',
    type: '種類',
    source: '出典',
    record: '元の記録',
    confidence: (percent) => `確度 ${percent} %`,
    openings: '求人',
    permits: '建設業許可',
    showOpenings: '募集中の求人を表示',
    showPermits: '有効な許可を表示',
    countsAsSearch: 'それぞれ検索 1 回として数えます。',
    noOpenings: '募集中の求人は見つかっていません。',
    noPermits: '有効な許可は見つかっていません。',
    shownOf: (shown, all) => `${all} 件中 ${shown} 件`,
    validFromTo: (from, to) => `有効期間: ${from} ～ ${to}`,
    notes: '調査メモ',
    noNotes: 'この会社の調査メモはまだありません。',
    noteIntro: 'メモはお使いのアカウントだけのものです。基本情報や根拠にはなりません。',
    addNote: 'メモを追加',
    noteTitle: '題名',
    noteText: 'メモ',
    noteUrl: '出典の公開 URL（任意）',
    notePrivate: '会話の記録、パスワード、口座情報などは保存できません。',
    sourceTypes: {
      manual: '自分で調査',
      web_search: 'ウェブ検索',
      deep_search: '詳細検索',
      crawler: 'プログラムによる取得',
      pdf_extract: 'PDF の文章',
    },
    noteSourceType: '調査の方法',
    yes: 'あり',
    no: 'なし',
    unknownSource: '出典なし',
  },
};
