import { Draws } from '../../fictional/draws.ts';
import type { CaseCells } from '../match-rows.ts';
import type { NameWants } from '../name-holders.ts';
import { bareName, plainName } from '../plain-name.ts';
import { legalName, type NamedCompany } from '../written/fictional-companies.ts';
import type { AllHolders } from '../written/fictional-names.ts';
import { findNameHolders } from '../written/fictional-names.ts';
import type { Case, CaseRule } from './case-rule.ts';

/** More drafts than needed, because judging drops companies of the other kind. */
const draftsPerCase = 8;

interface CaseDraft {
  readonly rule: CaseRule;
  readonly company: NamedCompany;
  readonly cells: CaseCells;
}

export interface CaseDrafts {
  readonly wants: readonly NameWants[];
  /** @returns at most `perClass` cases of each rule */
  judge(holders: AllHolders): Case[];
}

/** Cases of every rule, made from companies. Pure: the same companies and seed give the same cases. */
export function draftCases(
  rules: readonly CaseRule[],
  companies: readonly NamedCompany[],
  { perClass, seed }: { readonly perClass: number; readonly seed: number },
): CaseDrafts {
  const drafts = rules.map((rule, topic) => {
    const ofRule: CaseDraft[] = [];
    for (const [index, company] of companies.entries()) {
      if (ofRule.length === perClass * draftsPerCase) break;
      const other = companies[(index + 1) % companies.length];
      if (company.status !== 'active' || !other || legalName(other) === legalName(company)) continue;
      const cells = rule.write(company, new Draws(seed, index, topic), other);
      if (cells) ofRule.push({ rule, company, cells });
    }
    return ofRule;
  });
  return {
    wants: drafts.flat().map(({ company, cells }) => {
      const names = [legalName(company), ...(cells.name === undefined ? [] : [cells.name])].map(plainName);
      return { names, bareNames: names.map(bareName) };
    }),
    judge: (holders) =>
      drafts.flatMap((ofRule) => ofRule.flatMap((draft) => judgeCase(draft, holders)).slice(0, perClass)),
  };
}

function judgeCase({ rule, company, cells }: CaseDraft, holders: AllHolders): Case[] {
  const { companyId } = company;
  const names = [legalName(company), ...(cells.name === undefined ? [] : [cells.name])];
  const isOthers = names.some((name) => findNameHolders(name, holders).some((id) => id !== companyId));
  if (isOthers !== (rule.of === 'shared')) return [];
  return [{ class: rule.class, cells, right: [companyId], settles: rule.leavesOpen !== true }];
}
