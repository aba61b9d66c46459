import { maxBroadRows } from '../../client/index.ts';
import { type Language, useLanguage } from '../language.ts';

interface Remark {
  readonly code: string;
  readonly message: string;
  readonly value?: unknown;
  readonly suggestions?: unknown;
  readonly signal?: string | undefined;
  readonly state?: string | undefined;
}

const signalNames: Readonly<Record<string, string>> = {
  jobs: '求人',
  construction: '建設業許可',
  web: 'ウェブサイト',
  employees: '従業員数',
  insured_persons: '被保険者数',
  financials: '財務',
  technologies: '利用技術',
  semantic_tags: '分野のタグ',
  observations: '公開情報',
};

const japaneseRemarks: Readonly<Record<string, (remark: Remark) => string>> = {
  zero_results: () => '該当する会社がありません。収録データにないか、別の名称の可能性があります。',
  did_you_mean: () => 'この名前の会社はありませんが、名前の似た会社があります。',
  ended_companies_match: () => '閉鎖または合併した会社が該当します。会社の状態の条件で表示できます。',
  filters_exclude_matches: () => '検索語だけなら該当する会社がありますが、条件によってすべて除かれています。',
  filter_value_unknown: ({ value }) => `条件の値「${value}」を持つ会社はありません。`,
  filter_values_unknown: () => '条件の値の多くは、どの会社にもありません。',
  warnings_truncated: () => 'このほかにも注意事項があります。',
  matched_former_name: () => '以前の商号で一致した会社を含みます。',
  part_of_query_matched: () => '検索語の全体では該当がなく、その一部が会社名として一致しました。',
  broad_query_restricted: () =>
    `検索語の範囲が広すぎるため、名前の完全一致と前方一致だけを ${maxBroadRows} 社まで表示します。条件を加えるか、名前を詳しく入力してください。`,
  conditions_too_broad: () => '条件の範囲が広すぎます。',
  unsupported_conditions: ({ value }) => `適用できない条件があります${value ? `: ${String(value)}` : '。'}`,
  identifier_check_digit_invalid: ({ value }) => `番号「${value}」のチェックディジットが正しくありません。`,
  identifier_malformed: ({ value }) => `番号「${value}」の形式が正しくありません。`,
  identifier_of_fund: ({ value, suggestions }) => {
    const [fund] = (suggestions ?? []) as { name?: string; category?: string; legal_name?: string }[];
    const company = fund?.legal_name && `会社としては「${fund.legal_name}」で検索してください。`;
    return `証券コード「${value}」は、上場会社ではなく上場商品（${fund?.category}）の「${fund?.name}」です。${company ?? ''}`;
  },
  identifier_empty: ({ value }) => `「${value}」は、番号や名称がないことを示す仮の値です。`,
  identifier_not_identifying: ({ value }) => `「${value}」だけでは会社を特定できません。`,
  text_compared_with_names: ({ value }) =>
    `「${value}」と完全に一致する名前や番号の会社はありません。名前にこの語を含む会社だけを集めています。`,
  companies_paid_in_source: () =>
    '表の照合ですでに支払った会社を含みます。表から保存すると、その行は無料です。',
};

/** A warning of the service in the reader's language. */
export function translateRemark(remark: Remark, language: Language): string {
  if (language === 'en') return remark.message;
  if (remark.signal !== undefined && remark.state !== undefined) {
    const name = signalNames[remark.signal] ?? remark.signal;
    if (remark.state === 'no_data')
      return `「${name}」の値を持つ会社がないため、結果から会社の有無は判断できません。`;
    if (remark.state === 'weak')
      return `「${name}」の値を持つ会社は一部だけです。値のない会社は結果に含まれません。`;
    if (remark.state === 'pending') return `「${name}」の値は再構築中です。`;
  }
  return japaneseRemarks[remark.code]?.(remark) ?? remark.message;
}

/** Warnings of the service as a list. Several can have the same sentence, of values that it does not name: it is shown once. */
export function Remarks(props: { readonly remarks: readonly Remark[]; readonly class?: string }) {
  const language = useLanguage();
  const sentences = new Set(props.remarks.map((remark) => translateRemark(remark, language)));
  if (sentences.size === 0) return null;
  return (
    <ul class={props.class}>
      {[...sentences].map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
