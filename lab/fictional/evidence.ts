import type { ConstructionPermitRow, JobPostingRow, ObservationRow } from '../../indexers/facts/index.ts';
import { constructionLicenseTypes } from '../../src/contract/companies/company-vocabulary.ts';
import type { Municipality } from '../../src/text/places/municipalities.ts';
import type { Company, RegisteredNames } from './company.ts';
import { dayNumber, dayText, momentText } from './days.ts';
import { Draws } from './draws.ts';
import type { Listed } from './listings.ts';
import { topic } from './numbers.ts';
import { businessSummary } from './profiles.ts';
import { list } from './words.ts';

/** The facts from which a company's observations, job postings and permits are made. */
export interface Subject extends Company, RegisteredNames {
  /** Null for companies outside Japan. */
  readonly place: Municipality | null;
  readonly websiteDomain: string | null;
}

const aiJobTitles = list(`
  機械学習エンジニア 生成AI活用推進担当 AIエンジニア（画像認識） データサイエンティスト
  LLMアプリケーション開発エンジニア AIプロダクトマネージャー AIを用いた業務改善コンサルタント`);

export function jobPostings(subject: Subject): JobPostingRow[] {
  const { seed, index, companyId, listed, place, sector, today } = subject;
  const draws = new Draws(seed, index, topic.jobs);
  if (!draws.chance(listed === null ? 0.045 : 0.5)) return [];
  return Array.from({ length: draws.between(1, listed === null ? 3 : 5) }, (_, n) => {
    const aiRelated = draws.chance(sector.name === 'software' ? 0.3 : 0.05);
    const opened = draws.chance(0.04) ? today + draws.between(1, 30) : today - draws.below(320);
    const ends = draws.chance(0.7);
    return {
      job_id: `generated:${companyId}:${n + 1}`,
      company_id: companyId,
      title: draws.pick(aiRelated ? aiJobTitles : sector.jobTitles),
      ai_related: aiRelated,
      location: place === null ? null : `${place.prefecture}${place.city}`,
      opened_at: dayText(opened),
      closed_at: ends ? dayText(opened + draws.between(14, 240)) : null,
      source: 'job_posting',
    };
  });
}

const yearsOfPermit = 5;

/** Permits are valid for five years. Some have been renewed under the same number, some have expired. */
export function constructionPermits(subject: Subject): ConstructionPermitRow[] {
  const { seed, index, companyId, place, sector, today } = subject;
  const draws = new Draws(seed, index, topic.permits);
  if (!draws.chance(sector.name === 'construction' ? 0.5 : 0.006)) return [];
  const governor = place !== null && draws.chance(0.95);
  const authority = governor ? `${place.prefecture}知事許可` : '国土交通大臣許可';
  const licenseTypes = draws.some(constructionLicenseTypes, draws.between(1, 6));
  const validFrom = today - draws.between(1, 7 * 365);
  const permit = (from: number): ConstructionPermitRow => ({
    license_number: `${authority}（般）第${100_001 + index}号`,
    company_id: companyId,
    license_types: licenseTypes,
    valid_from: dayText(from),
    valid_until: dayText(from + yearsOfPermit * 365),
    source: 'construction_permit',
  });
  return draws.chance(0.25)
    ? [permit(validFrom - yearsOfPermit * 365 - 1), permit(validFrom)]
    : [permit(validFrom)];
}

type Found = Pick<ObservationRow, 'type' | 'subtype' | 'source' | 'summary' | 'evidence'> & {
  on: number;
  confidence?: number;
};

export function observations(subject: Subject, jobs: readonly JobPostingRow[]): ObservationRow[] {
  const { seed, index, listed, websiteDomain } = subject;
  const draws = new Draws(seed, index, topic.observations);
  const found: Found[] = registryChanges(subject);
  if (subject.life.status === 'active') {
    if (listed !== null) found.push(...filings(subject, listed, draws));
    if (draws.chance(listed === null ? 0.09 : 0.7)) {
      found.push(...Array.from({ length: draws.between(1, 3) }, () => publicRecord(subject, draws)));
    }
    if (websiteDomain !== null && draws.chance(0.4)) {
      found.push(websiteProfile(subject, websiteDomain, draws));
    }
    found.push(...jobs.filter((job) => job.ai_related).map((job) => aiHiring(subject, job)));
  }
  return found.map(({ on, ...rest }, n) => ({
    observation_id: `generated:${subject.companyId}:${n + 1}`,
    company_id: subject.companyId,
    confidence: 1,
    ...rest,
    observed_at: momentText(Math.min(on, subject.today)),
  }));
}

function registryChanges({ legalName, formerName, renamedOn, life, listed }: Subject): Found[] {
  const found: Found[] = [];
  const change = { type: 'registry_change', source: 'corporate_registry' } as const;
  if (formerName !== null && renamedOn !== null) {
    found.push({
      ...change,
      subtype: 'name_change',
      summary: `商号を「${formerName}」から「${legalName}」に変更しました。`,
      evidence: { before: formerName, after: legalName, changed_on: dayText(renamedOn) },
      on: renamedOn,
    });
  }
  if (life.successorNumber !== null && life.closedOn !== null) {
    found.push({
      ...change,
      subtype: 'merger',
      summary: `${legalName}は吸収合併により解散しました。`,
      evidence: { successor_corporate_number: life.successorNumber, closed_on: dayText(life.closedOn) },
      on: life.closedOn,
    });
  }
  if (listed?.listedTo != null) {
    found.push({
      type: 'listing_change',
      subtype: 'delisting',
      source: 'exchange',
      summary: `${legalName}（証券コード${listed.code}）の上場が廃止されました。`,
      evidence: { securities_code: listed.code, listed_to: dayText(listed.listedTo) },
      on: listed.listedTo,
    });
  }
  return found;
}

const aiStatements = [
  '生成AIを活用した問い合わせ対応の自動化を進め、業務時間の削減に取り組んでおります。',
  '大規模言語モデル（LLM）を用いた社内文書検索の実証を開始いたしました。',
  '生成AIの利用に関する社内指針を定め、全社員を対象とする研修を実施しております。',
  'AIエージェントによる受発注業務の効率化に向け、専任の組織を設置いたしました。',
  '画像認識AIを用いた検査工程の省人化を推進しております。',
];
const otherStatements = [
  '原材料価格の上昇に対し、生産性の向上と販売価格の見直しを進めております。',
  '人材の確保と育成を重要な経営課題と位置づけ、教育制度の拡充に努めております。',
  '脱炭素社会の実現に向け、事業所における再生可能エネルギーの利用を広げております。',
  '既存事業の収益力を高めるとともに、新規事業への投資を継続してまいります。',
  '品質と安全を第一とし、取引先との信頼関係の維持に努めてまいります。',
];

function filings(subject: Subject, listed: Listed, draws: Draws): Found[] {
  const newestYear = Number(dayText(subject.today).slice(0, 4)) - 1;
  return Array.from({ length: draws.between(1, 3) }, (_, age) => {
    const mentionsAi = draws.chance(subject.sector.name === 'software' ? 0.6 : 0.22);
    const statement = draws.pick(mentionsAi ? aiStatements : otherStatements);
    const year = newestYear - age;
    return {
      type: 'corporate_profile',
      subtype: 'annual_report',
      source: 'edinet',
      summary: `${year}年度の有価証券報告書：${statement}`,
      evidence: {
        document: '有価証券報告書',
        edinet_code: subject.edinetCode,
        securities_code: listed.code,
        fiscal_year: year,
        section: mentionsAi ? '経営方針、経営環境及び対処すべき課題等' : '事業の内容',
        text: `${businessSummary(subject.sector, draws)}${statement}`,
      },
      on: subject.today - 140 - age * 365,
      confidence: 0.95,
    };
  });
}

const publicBodies = list('県 市 町 国土交通省 農林水産省 経済産業省 防衛省 県教育委員会 市水道局');
const subsidies = list(`
  ものづくり補助金 IT導入補助金 事業再構築補助金 省エネルギー投資促進補助金 小規模事業者持続化補助金
  人材開発支援助成金`);
const certifications = list(`
  健康経営優良法人 経営革新計画の承認 えるぼし認定 くるみん認定 地域未来牽引企業 事業継続力強化計画の認定`);

function publicRecord({ sector, place, today, legalName }: Subject, draws: Draws): Found {
  const on = today - draws.between(20, 2500);
  const day = dayText(on);
  const organisation = place !== null && draws.chance(0.5) ? place.city : `架空${draws.pick(publicBodies)}`;
  const price = Math.round(draws.logNormal(6e6, 1.2) / 1000) * 1000;
  const yen = `${price.toLocaleString('en-US')}円`;
  const found = { source: 'gbizinfo', on } as const;
  switch (draws.below(5)) {
    case 0:
    case 1: {
      const title = draws.pick(sector.orders);
      const summary = `${organisation}から「${title}」を${yen}で受注しました。`;
      const evidence = { title, organisation, price, ordered_on: day };
      return { ...found, type: 'procurement', subtype: 'order', summary, evidence };
    }
    case 2: {
      const title = draws.pick(subsidies);
      const summary = `${title}（${yen}）の交付を受けました。`;
      const evidence = { title, issuer: organisation, amount: price, granted_on: day };
      return { ...found, type: 'subsidy', subtype: 'grant', summary, evidence };
    }
    case 3: {
      const title = draws.pick(certifications);
      const summary = `${title}を取得しました。`;
      const evidence = { title, certified_on: day };
      return { ...found, type: 'certification', subtype: 'award', summary, evidence };
    }
    default: {
      const title = draws.pick(sector.inventions);
      const number = `特許架空${draws.between(1_000_000, 9_999_999)}`;
      const summary = `「${title}」に関する特許を登録しました。`;
      const evidence = { title, registration_number: number, holder: legalName, registered_on: day };
      return { ...found, type: 'patent', subtype: 'patent', summary, evidence };
    }
  }
}

function websiteProfile({ sector, today }: Subject, domain: string, draws: Draws): Found {
  const summary = businessSummary(sector, draws);
  return {
    type: 'corporate_profile',
    subtype: 'website',
    source: 'company_website',
    summary,
    evidence: { url: `https://${domain}/company/`, text: summary },
    on: today - draws.between(1, 400),
    confidence: 0.8,
  };
}

function aiHiring({ today }: Subject, { job_id, title, opened_at }: JobPostingRow): Found {
  return {
    type: 'job_posting',
    subtype: 'ai',
    source: 'job_posting',
    summary: `「${title}」を募集しています。`,
    evidence: { job_id, title },
    on: Math.min(today, dayNumber(opened_at)),
    confidence: 0.9,
  };
}
