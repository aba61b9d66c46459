import type { CaseRule } from './case-rule.ts';
import { formRules } from './form-rules.ts';
import { namingRules } from './naming-rules.ts';
import { placeRules } from './place-rules.ts';
import { spellingRules } from './spelling-rules.ts';

/** Every rule. Those of one topic are in one file. */
export const caseRules: readonly CaseRule[] = [...placeRules, ...formRules, ...namingRules, ...spellingRules];
