import { Draws } from '../../fictional/draws.ts';
import type { NameHolders, NameWants } from '../name-holders.ts';
import { bareName, hasLegalForm, plainName } from '../plain-name.ts';
import type { NamedCompany } from './fictional-companies.ts';
import { meantName, type NoiseRule, noiseRules } from './noise.ts';
import { writtenClass } from './written-class.ts';
import type { WrittenName } from './written-names.ts';

/** More drafts than needed, because judging drops names that say too little. */
const draftsPerName = 4;
/** More companies than this do not fit a person's screen. */
const maxHolders = 50;

export interface FictionalDrafts {
  readonly wants: readonly NameWants[];
  /** @returns at most `perForm` names of each form */
  judge(holders: AllHolders): WrittenName[];
}

/** Which companies have the wanted names. */
export interface AllHolders {
  readonly active: NameHolders;
  readonly closed: NameHolders;
}

interface Draft {
  readonly rule: NoiseRule;
  readonly companyId: string;
  readonly text: string;
  readonly meant: string;
  readonly registered: string;
}

/**
 * Written names made from companies, in every form of the noise. Pure: the same companies and seed give the same names.
 * @param unknown names of companies that may not be in the database
 */
export function draftFictional(
  companies: readonly NamedCompany[],
  unknown: readonly string[],
  { perForm, seed }: { readonly perForm: number; readonly seed: number },
): FictionalDrafts {
  const drafts = noiseRules.map((rule, topic) =>
    draftsOf(rule, topic, companies, perForm * draftsPerName, seed),
  );
  const strangers = strangersOf(unknown, seed);
  return {
    wants: [...drafts.flat().map(wantsOf), ...strangers.map(wantsOf)],
    judge(holders) {
      const known = drafts.flatMap((ofRule) => judged(ofRule, holders).slice(0, perForm));
      const absent = strangers.filter(({ text, meant }) => isAbsent([text, meant], holders));
      return [...known, ...absent.slice(0, perForm * strangersPerForm).map(asUnknown)];
    },
  };
}

/** Names whose company is not in the database, for each name of another form. */
const strangersPerForm = 5;
/** How the names of absent companies are written, in turn. */
const strangersForms: readonly string[] = [
  'as registered',
  'form as a sign',
  'form left out',
  'branch',
  'several at once',
];

type Stranger = Pick<Draft, 'text' | 'meant'>;

function strangersOf(names: readonly string[], seed: number): Stranger[] {
  const rules = noiseRules.filter(({ form }) => strangersForms.includes(form));
  return names.flatMap((meant, at) => {
    const rule = rules[at % rules.length];
    const text = rule?.write(meant, new Draws(seed, at, noiseRules.length), meant, null) ?? null;
    return text === null ? [] : [{ text, meant }];
  });
}

function asUnknown({ text }: Stranger): WrittenName {
  return { text, class: null, form: null, right: [], settles: false };
}

function draftsOf(
  rule: NoiseRule,
  topic: number,
  companies: readonly NamedCompany[],
  max: number,
  seed: number,
): Draft[] {
  const drafts: Draft[] = [];
  for (const [index, company] of companies.entries()) {
    if (drafts.length === max) break;
    if ((rule.of === 'closed') !== (company.status !== 'active')) continue;
    const meant = meantName(company, rule.meant);
    const registered = meantName(company);
    const other = companies[(index + 1) % companies.length] ?? company;
    const otherName = meantName(other);
    if (meant === null || registered === null || otherName === null) continue;
    const text = rule.write(meant, new Draws(seed, index, topic), otherName, company.place ?? null);
    if (text === null) continue;
    drafts.push({ rule, companyId: company.companyId, text, meant, registered });
  }
  return drafts;
}

function wantsOf({ text, meant }: Stranger): NameWants {
  const plain = [text, meant].map(plainName);
  return { names: plain, bareNames: plain.map(bareName) };
}

function judged(drafts: readonly Draft[], holders: AllHolders): WrittenName[] {
  const names = new Map<string, WrittenName>();
  for (const { rule, companyId, text, meant, registered } of drafts) {
    const right = rule.of === 'shared' ? bearersOf(text, holders) : [companyId];
    const isMeant =
      rule.of === 'shared'
        ? right.length > 1 && right.length <= maxHolders
        : isAlone(companyId, [text, meant], holders);
    if (!isMeant) continue;
    const { form, settles = true } = rule;
    names.set(text, { text, class: writtenClass(text, registered), form, right, settles });
  }
  return [...names.values()];
}

/** The active companies with exactly this legal name; with its core, if it has no legal form. */
function bearersOf(text: string, { active }: AllHolders): string[] {
  const plain = plainName(text);
  const held = hasLegalForm(plain) ? active.named(plain) : active.bareNamed(plain);
  return [...new Set(held.filter(({ kind }) => kind === 'legal').map(({ companyId }) => companyId))];
}

/** Whether no other company has one of these names, in any legal form, open or closed. */
function isAlone(companyId: string, names: readonly string[], holders: AllHolders): boolean {
  return names.every((name) => findNameHolders(name, holders).every((id) => id === companyId));
}

/** Companies with this name in any legal form, open or closed. */
export function findNameHolders(name: string, { active, closed }: AllHolders): string[] {
  const plain = plainName(name);
  const held = [active, closed].flatMap((some) => [...some.named(plain), ...some.bareNamed(bareName(plain))]);
  return held.map(({ companyId }) => companyId);
}

function isAbsent(names: readonly string[], holders: AllHolders): boolean {
  return names.every((name) => findNameHolders(name, holders).length === 0);
}
