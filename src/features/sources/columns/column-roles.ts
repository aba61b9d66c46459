import { foldCase, normalizeText } from '../../../text/letters/normalize.ts';

/**
 * Whose name, number, site or place a column has, by the words of its header. A table of contracts names the agency
 * beside the contractor, and a table of subsidiaries the parent: the company that is meant is in the column that is left
 * without these (docs/decisions/0027-sources.md).
 */

/**
 * 0: the company that the table is about, or its only party. 1: a party that is meant if the table has no such column.
 * 2: one that serves or pays for the others, and is meant if the table has none of them. 3: another party, which is never
 * meant beside a column of a lower rank.
 */
export type PartyRank = 0 | 1 | 2 | 3;
export const otherParty = 3;

export interface ColumnRole {
  readonly rank: PartyRank;
  /** Columns of one kind are about one party. */
  readonly kind: string;
}

/** A header without a word for a party: 会社名, 法人番号, Address. */
export const plainRole: ColumnRole = { rank: 0, kind: 'plain' };

/** The later word of a header counts, because a Japanese header ends with what it is: 施設の設置者, 取引先の親会社. */
const roles: readonly (ColumnRole & { readonly words: RegExp })[] = [
  {
    rank: 0,
    kind: 'partner',
    words:
      /(?<!親)取引先|得意先|客先|顧客|お客様|お客さま|クライアント|カスタマー|サプライヤー|ベンダー|仕入れ?先|買掛先|売掛先|外注先|発注先|受注(先|者|業者|企業|会社)|委託先|再委託先|受託(者|先|業者|事業者|企業|会社|法人|機関)|請負(者|人|業者|会社|先)|落札(者|業者|企業|会社|事業者|法人|人)|契約(の)?(相手(方|先)?|先|業者|事業者|会社|企業)|相手(方|先)|相手(?=$|名| )|(?<!次順位|次点)交渉権者|最優秀提案者|被投資(先|会社|企業)|支出先|支払い?先|支給先|交付(先|対象者|決定者|事業者)|(間接)?補助(事業者|対象者|金?受給者)|受給者|助成(先|対象者)|採択(者|先|企業|事業者)|選定(者|業者|事業者)|指定管理者|(交付|補助|助成|指定|許可|認可|認定)を受け(た|る)(者|企業|法人|団体|事業者)|設置(者|法人|会社|事業者)|開設(者|法人|会社)|運営(する|している|の)?(者|法人|事業者|団体|母体)|経営(者|法人|母体)|営業者|許可(業者|事業者)|登録(業者|事業者|法人)|納入業者|提携先|販売先|購入先|送金先|振込先|融資先|投資先|出資先|派遣先|派遣元|代表(企業|会社|法人|事業者|構成員|提案者|申請者|応募者|受注者|機関)|フランチャイジー|加盟店|広告主|顧問先|誘致企業|立地企業|候補(?:企業|会社|先)|ユーザー?企業|対象(の)?(会社|企業|法人|事業者|業者|団体|先)|(?<![a-z])(supplier|vendor|contractor|payee|awardee|awarded[ _-]?to|recipient|grantee|beneficiary|winner|(?:winning|successful|selected|awarded|chosen|preferred)[ _-](?:\w+)|franchisee|investee|portfolio company|counterparty|consultant|(?:service )?provider|lead partner|startup|target(?= company$|$))s?(?![a-z])|sold[ _-]?to/g,
  },
  {
    // Beside companies below a header that is not understood, these may be somebody else's.
    rank: 0,
    kind: 'related',
    words:
      /協力(会社|業者)|パートナー|相手(会社|企業)|元請け?|下請け?|発注先機関|[子孫]会社|関連会社|関係会社|提出(者|会社)|発行(者|体|会社)|(運営|経営)(会社|企業)|主体(?=名|名称|$)|(?<![a-z])(sub-?contractor|sub-?supplier|subsidiary|operator|operating company|licensee|issuer|borrower|debtor)s?(?![a-z])/g,
  },
  {
    // 派遣先, 導入先, 貸付先 … : to whom something was done, if no other word says more.
    rank: 1,
    kind: 'toward',
    words:
      /(?<=[一-龠ぁ-んァ-ヶー])(?<!連絡|合わ?せ|保存|リンク|参照|参考|転送|行き?|優|申し?込み?|掲載|公開|アクセス|避難)先(?=(会社|企業|法人|団体|業者|機関|事業者)?(名|名称)?$)/g,
  },
  {
    rank: 1,
    kind: 'variant',
    words:
      /略称|略名|通称|表示名|短縮名|屋号|英語|英文|英名|欧文|ローマ字|(?<![a-z])(english|romaji|short name|display name|trade name|trading name|dba|alias|aka)(?![a-z])/g,
  },
  {
    rank: 1,
    kind: 'applicant',
    words:
      /(申込|申請|届出|契約|購入|応募|参加|出展|求人|導入|入居|受入)(者|企業|会社|法人|業者|事業者)|依頼(者|主|企業|会社)|利用(者|企業)|会員|登録者|応札(者|業者)|入札(者|業者)|提案者|寄[付附]者|受取人|権利者|出願人|債務者|債権者|荷主|借主|賃借人|入居者|加入者|勤務先|所属|事業主|構成(員|企業|会社)|荷送人|荷受人|被保険者|被処分者|処分を受けた者|本社名?$|本店名?$|エンドユーザー?|(?<![a-z])(applicant|bidder|tenderer|participant|registrant|exhibitor|holder|employer|end[ _-]?user|end[ _-]?customer|shipper|consignee|lessee|tenant)s?(?![a-z])|(?<![a-z])(headquarters|head office)([ _-]?name)?$/g,
  },
  {
    rank: 1,
    kind: 'buyer',
    words:
      /買主|買い手|買手|譲受(人|会社|企業|側)?|買収(者|会社|企業)|(?<![a-z])(buyer|purchaser|orderer|customer|client)s?(?![a-z])/g,
  },
  {
    rank: 1,
    kind: 'group',
    words: /グループ(会社|企業)|(?<![a-z])(group compan(y|ies)|affiliates?)(?![a-z])/g,
  },
  {
    rank: 1,
    kind: 'builder',
    words: /施工(者|業者|会社)|設計(者|事務所|会社|業者)|建築主/g,
  },
  {
    rank: 1,
    kind: 'seller',
    words:
      /売主|売り手|売手|譲渡(人|会社|企業|側)|貸主|賃貸人|(?<![a-z])(seller|lessor|landlord)s?(?![a-z])/g,
  },
  {
    rank: 2,
    kind: 'billed',
    words: /請求先|請求書?送付先|宛先|宛名|(?<![a-z])bill(ing|ed)?([ _-]?to)?(?![a-z])|invoice to/g,
  },
  { rank: 2, kind: 'biller', words: /請求元|発行元|差出人/g },
  {
    rank: 2,
    kind: 'agent',
    words:
      /代理(人|店)|支援(機関|団体|事業者)|販売店|媒体社|特約店|取次店|取扱店|紹介(者|元|会社|企業)|仲介|媒介|(?<![a-z])(agent|broker|recruiter|introducer|intermediary|reseller|distributor|dealer|partner)s?(?![a-z])/g,
  },
  {
    rank: 2,
    kind: 'maker',
    words:
      /メーカー|元売|製造(元|者|業者|会社)|発売元|販売元|輸入(元|者|業者|会社)|出版社|ブランド|(?<![a-z])(manufacturer|maker|brand|publisher)s?(?![a-z])/g,
  },
  {
    rank: 2,
    kind: 'carrier',
    words:
      /(運送|配送|物流|運輸|倉庫)(会社|業者)|(?<![a-z])((shipping|freight|delivery|transport) company|carrier|forwarder)s?(?![a-z])/g,
  },
  {
    rank: otherParty,
    kind: 'own',
    words:
      /自社|(?<!担)当社|弊社|自法人|当法人|自組織|(?<!担)当行|当組合|支払元|振込元|出金元|送金元|引落元|(?<![a-z])(our|own|my)[ _-]|(?<![a-z])sales ?(person|rep|man)/g,
  },
  {
    rank: otherParty,
    kind: 'authority',
    words:
      /発注(?!先|書|番号|日|額|金額|数|内容|件名|品)[^,、・]{0,4}?(者|元|機関|官庁|官公庁|部署|部局|課|局|組織|主体|自治体|団体|側|名|会社|企業)|発注$|注文(者|主|元)|(?<!実)施主|機関の?名|調達(機関|部局|主体|元|者)|契約担当|支出負担行為|支出官|支出元|所管|所轄|主管|監督(官庁|機関|省庁|庁)|府省|省庁|官庁|官署|行政(機関|庁)|行政処分庁|財務局|税務署|処分(者|庁)|自治体|指定(機関|権者|者)|許可(権者|機関|者)|認可(権者|機関|者)|認定(機関|団体)|登録機関|審査機関|交付(元|機関|者|主体|団体|官庁)|助成(元|機関|団体|財団)|補助(元|機関)|支給(元|者|機関)|委託(元|者|機関|官庁|主)|受託元|受注元|依頼元|実施機関|公募元|(公示|公告)機関|入札(機関|執行)|主催|後援|(?<!被)保険者|(?<![a-z])(ordering|contracting|awarding|sponsoring|procuring|procurement|funding|granting|issuing|buying|purchasing|commissioning|public|government|administering|supervis\w+|regulat\w+|managing|tendering)[ _-]?(agency|authority|body|entity|department|office|organi[sz]ation|ministry|institution|party)|(?<![a-z])(ordering|buying|purchasing|procuring|commissioning)[ _-]?company|(?<![a-z])(agency|authority|ministry|grantor|funder|organi[sz]er|regulator)(?![a-z])/g,
  },
  {
    rank: otherParty,
    kind: 'parent',
    words:
      /親(会社|法人|企業|団体|取引先)|(?<!純)持ち?株会社|支配(会社|株主)|企業グループ|所属グループ|グループ(名|本社|親会社|$)|系列|本部法人|(?<![a-z])(parent|holding)s?[ _-]?(company|entity|organi[sz]ation|corp\w*|name|firm|vendor|supplier|contractor|recipient|awardee|issuer|borrower|account|customer|client|operator|licensee|employer)?(?![a-z])([ _-](of|.*[ _-]of)[ _-].*)?|(?<![a-z])group([ _-]name)?$/g,
  },
  {
    rank: otherParty,
    kind: 'owner',
    words:
      /スポンサー|協賛|株主|投資会社|出資者|出資元|投資家|投資元|所有者|オーナー|保証人|(?<![a-z])(shareholder|investor|owner|guarantor|sponsor)s?(?![a-z])/g,
  },
  {
    rank: otherParty,
    kind: 'successor',
    words:
      /承継|継承先|合併(先|後|会社)|存続(会社|法人)|統合先|移転先|変更後|(?<![a-z])(successor|surviving|acquirer|acquiring)(?![a-z])/g,
  },
  {
    rank: otherParty,
    kind: 'former',
    words:
      /(?<!復)旧|変更前|合併前|被合併|(消滅|分割)(会社|法人)|前身|(吸収|承継|分割|移転)元|(前回|前年|従前|前任)[^ 、・]*|(?<![a-z])(former|previous|old|predecessor)(?![a-z])/g,
  },
  {
    rank: otherParty,
    kind: 'place',
    words:
      /施設|事業所|事業場|店舗|(?<![販売代理特約取扱加盟取次])店名|支店|支社|支部|営業所|出張所|工場|倉庫|拠点|現場|物件|建物|園名|保育(所|園)|学校名|病院|医院|薬局|医療機関|診療所|(?<![a-z])(facility|store|shop|branch|plant|factory|warehouse|outlet|premises|school|hospital|clinic|(?<!head |head_|registered |main |principal )office)(?![a-z])/g,
  },
  {
    rank: otherParty,
    kind: 'delivery',
    words:
      /納品先|納入先|お?届け?先|送付先|送り先|配送先|出荷先|発送先|送付元|出荷元|搬入先|(?<![a-z])ship(ping|ped)?([ _-]?to)?(?![a-z])|(?<![a-z])deliver(y|ed)?([ _-]?to)?(?![a-z])/g,
  },
  {
    rank: otherParty,
    kind: 'financial',
    words:
      /銀行|金融機関|信用金庫|信金|主?幹事証券|[主引副]幹事|証券会社|引受|監査法人|会計監査人|保険会社|保証会社|リース会社|(?<![a-z])(bank|auditor|underwriter|insurer|lender|trustee)s?(?![a-z])/g,
  },
  {
    rank: otherParty,
    kind: 'competitor',
    words: /競合|ライバル|次点|次順位|(?<![a-z])competitors?(?![a-z])/g,
  },
];

/** What the header of a column says about its party. */
export function roleOf(header: string): ColumnRole {
  const title = foldCase(normalizeText(header.slice(0, 200)));
  let found: ColumnRole = plainRole;
  let end = 0;
  let begin = 0;
  for (const { rank, kind, words } of roles)
    for (const match of title.matchAll(words)) {
      const after = match.index + match[0].length;
      // 親取引先 is longer than 取引先.
      if (after > end || (after === end && match.index < begin)) {
        found = { rank, kind };
        end = after;
        begin = match.index;
      }
    }
  if (found.kind === 'plain' && isKindOfCompany(title)) return { rank: 1, kind: 'some' };
  // 会社名2 is a part or a variant of the column before.
  const isSecond = /(名|称|先|者|社|所|地|name|company|address)[ _]?[2-9]$/.test(title);
  if (found.rank === 0 && isSecond) return { rank: 1, kind: 'variant' };
  return found;
}

/**
 * Whether a header says that its column has companies, but of a kind that is not understood: 印刷会社, 入居企業, Leasing
 * Company. Beside another party, they may or may not be meant.
 */
export function isKindOfCompany(title: string): boolean {
  return /^(?!会社|企業|法人|業者|事業者|団体|社).{1,20}(会社|企業|法人|業者|事業者|団体|社(?=名)) ?(名|名称)?$|^(?!the )[a-z &-]{2,20}[ _-](company|corporation|firm|entity|organi[sz]ation)([ _-]?name)?$/.test(
    title,
  );
}

/** Whether the column's party is the company or its partner, in words that say so. */
export function isPartner({ rank, kind }: ColumnRole): boolean {
  return rank === 0 && kind !== 'plain';
}

/** Whether the header is a word for a party, with a word for its name at most. */
export function namesParty(header: string): boolean {
  const title = foldCase(normalizeText(header.slice(0, 200)));
  const { kind } = roleOf(title);
  const words = roles.find((role) => role.kind === kind)?.words;
  if (!words) return false;
  const last = [...title.matchAll(words)].at(-1);
  const rest = last ? title.slice(last.index + last[0].length) : title;
  return /^等?の?(会社|企業|法人|業者|事業者|団体|正式|商号|氏名|名称|機関)?(又は|または|・|\/|及び)?(氏名|名称|商号|名|様|正式名称)?$|^[ _-]?(company[ _-]?)?(name|company)?$/.test(
    rest,
  );
}

/** Names of what is ordered, paid for or sold: 件名, 物品役務等の名称及び数量. 契約者名 and 工事業者名 are not that. */
const things =
  /^(?!.*(者|業者|先|相手方|相手|会社|企業|法人)(の?(商号|氏名|名称|名))).*((件|業務|契約|工事|事業|案件|役務|物品|調達|入札|委託|補助金?|助成金?|交付金|制度|施策|政策|プロジェクト|プログラム|発明|サービス|製品|商品|品|品目|品種|品番|科目|費目|項目|目|用途|工種|路線|系統|作品|ファイル|コース|イベント|研修|テーマ|計画|製造品)\)?等?の?(名|名称|件名|題名|タイトル)(?!義))|^(件名|用件|題名|概要|内容|物件名)|(?<![a-z])(project|contract|tender|product|item|service|program(me)?|grant|lot|award|job|task|event|file|document|procurement)[ _-]?(name|title|subject)(?![a-z])|(?<![a-z])(title|subject)$/;

export function namesThing(title: string): boolean {
  return things.test(title);
}

/** A company has one number, so 法人番号 after 事業所名 is not the number of the place. */
const withoutNumbers: ReadonlySet<string> = new Set(['place', 'delivery', 'former', 'variant']);

/**
 * Whose columns those are that do not say so: 所在地 and 法人番号 after 発注機関名 are the agency's, up to the next name.
 * @param isAttribute whether a header is a number, site or place, or something else that belongs to a name before it
 * @returns the role of a column of these headers for a field
 */
export function ownersOf(
  headers: readonly string[],
  isAttribute: (header: string) => boolean,
): (header: string, field: string) => ColumnRole {
  const owners = new Map<string, ColumnRole>();
  let owner = plainRole;
  for (const header of headers) {
    const role = roleOf(header);
    if (!isAttribute(header)) owner = role.rank === otherParty ? role : plainRole;
    else if (role.kind !== 'plain') owner = owner.kind === role.kind ? owner : plainRole;
    owners.set(header, role.kind === 'plain' && isAttribute(header) ? owner : role);
  }
  return (header, field) => {
    const role = owners.get(header) ?? roleOf(header);
    const isNumber = field === 'corporate_number' || field === 'ticker';
    if (isNumber && withoutNumbers.has(role.kind) && roleOf(header).kind === 'plain') return plainRole;
    return role;
  };
}
