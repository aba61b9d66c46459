import { gbizFiles, metadataColumns } from '../../indexers/registers/gbizinfo/columns.ts';
import { dayBefore } from './weeks-calendar.ts';

/**
 * gBizINFO during the weeks: real profiles of listed companies, some of which state another number of employees on a day, and
 * fictional subsidies. It publishes on every day of the week.
 */

export interface GbizinfoDays {
  /** Items of `updateInfo`, by `<subject> <day>`; the subject is empty for companies. */
  readonly published: ReadonlyMap<string, readonly object[]>;
  /** A full file after a day. */
  fullFile(file: 'Kihonjoho' | 'Hojokinjoho', day: string): string;
}

export interface Profile {
  readonly corporate_number: string;
  readonly website_url: string | null;
  readonly employees: number | null;
  readonly business_summary: string | null;
}

const daily = { companies: 12, corporations: 6, subsidies: 15 } as const;

interface Subsidy {
  readonly number: string;
  readonly on: string;
  readonly title: string;
  readonly amount: number;
}

export function gbizinfoDays(profiles: readonly Profile[], days: readonly string[]): GbizinfoDays {
  const published = new Map<string, readonly object[]>();
  /** By corporate number: the day and the number of employees. */
  const updates = new Map<string, { readonly on: string; readonly employees: number }>();
  const subsidies: Subsidy[] = profiles.slice(0, 200).map((profile) => subsidyOf(profile, dayBefore));
  days.forEach((day, place) => {
    const count = daily.companies + daily.corporations;
    const changed = profiles.slice(place * count, (place + 1) * count);
    for (const { corporate_number, employees } of changed)
      updates.set(corporate_number, { on: day, employees: (employees ?? 10) + 1 + place });
    const items = changed.map((profile) => itemOf(profile, updates.get(profile.corporate_number)));
    published.set(` ${day}`, items.slice(0, daily.companies));
    published.set(`corporation ${day}`, items.slice(daily.companies));
    const paid = profiles
      .slice(place * daily.subsidies, (place + 1) * daily.subsidies)
      .map((each) => subsidyOf(each, day));
    subsidies.push(...paid);
    published.set(`subsidy ${day}`, paid.map(subsidyItem));
  });
  return {
    published,
    fullFile(file, day) {
      if (file === 'Hojokinjoho') return csv(file, subsidies.filter(({ on }) => on <= day).map(subsidyCells));
      const current = profiles.map((profile) => {
        const update = updates.get(profile.corporate_number);
        return profileCells(profile, update && update.on <= day ? update : undefined);
      });
      return csv(file, current);
    },
  };
}

type Update = { readonly on: string; readonly employees: number } | undefined;

function profileCells(
  { corporate_number, website_url, employees, business_summary }: Profile,
  update: Update,
) {
  return {
    法人番号: corporate_number,
    従業員数: String(update?.employees ?? employees ?? ''),
    事業概要: business_summary ?? '',
    WebサイトURL: website_url ?? '',
    更新年月日: update?.on ?? '2026-04-01',
  };
}

function itemOf(profile: Profile, update: Update): object {
  return {
    corporate_number: profile.corporate_number,
    employee_number: update?.employees,
    business_summary: profile.business_summary ?? '',
    company_url: profile.website_url ?? '',
    update_date: `${update?.on}T00:00:00+09:00`,
  };
}

function subsidyOf({ corporate_number }: Profile, on: string): Subsidy {
  return {
    number: corporate_number,
    on,
    title: `架空設備導入補助金 ${on}`,
    amount: 1_000_000 + Number(corporate_number.slice(-4)),
  };
}

function subsidyCells({ number, on, title, amount }: Subsidy) {
  return { 法人番号: number, 証明日: on, 名称: title, 金額: String(amount), 発行元: '架空省' };
}

function subsidyItem({ number, on, title, amount }: Subsidy): object {
  return {
    corporate_number: number,
    subsidy: [{ date_of_approval: on, title, amount: String(amount), government_departments: '架空省' }],
  };
}

function csv(file: 'Kihonjoho' | 'Hojokinjoho', rows: readonly Readonly<Record<string, string>>[]): string {
  const { columns, personal = [] }: { columns: object; personal?: readonly string[] } = gbizFiles[file];
  const headers = [...Object.keys(columns), ...personal, ...Object.keys(metadataColumns)];
  const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  return `\uFEFF${[line(headers), ...rows.map((row) => line(headers.map((header) => row[header] ?? '')))].join('\r\n')}\r\n`;
}
