import { describe, expect, it } from '@jest/globals';
import { decisionActions } from '../../src/contract/sources/decisions.ts';
import {
  effectOf,
  listEffects,
  type RowCondition,
} from '../../src/features/sources/decisions/decision-effects.ts';

// Every effect of every action. `if` are the conditions that hold, of those on which the action depends.
const table = `
action        | if                                | status              | company | decision      | reason        | settled_by | returns_to | candidates      | rejected       | skipped | charged
choose        |                                   | matched             | chosen  | chosen        | chosen        | person     | now        | with_chosen     | now            | no      | yes
choose        | paid                              | matched             | chosen  | chosen        | chosen        | person     | now        | with_chosen     | now            | no      | no
choose        | taken_back                        | matched             | chosen  | chosen        | chosen        | person     | now        | with_chosen     | now            | no      | no
choose        | paid taken_back                   | matched             | chosen  | chosen        | chosen        | person     | now        | with_chosen     | now            | no      | no
choose        | candidate                         | matched             | chosen  | chosen        | chosen        | select     | now        | now             | now            | no      | yes
choose        | paid candidate                    | matched             | chosen  | chosen        | chosen        | select     | now        | now             | now            | no      | no
choose        | candidate taken_back              | matched             | chosen  | chosen        | chosen        | select     | now        | now             | now            | no      | no
choose        | paid candidate taken_back         | matched             | chosen  | chosen        | chosen        | select     | now        | now             | now            | no      | no
choose        | decided                           | matched             | chosen  | chosen        | chosen        | person     | undecided  | with_chosen     | now            | no      | yes
choose        | decided paid                      | matched             | chosen  | chosen        | chosen        | person     | undecided  | with_chosen     | now            | no      | no
choose        | decided taken_back                | matched             | chosen  | chosen        | chosen        | person     | undecided  | with_chosen     | now            | no      | no
choose        | decided paid taken_back           | matched             | chosen  | chosen        | chosen        | person     | undecided  | with_chosen     | now            | no      | no
choose        | decided candidate                 | matched             | chosen  | chosen        | chosen        | select     | undecided  | now             | now            | no      | yes
choose        | decided paid candidate            | matched             | chosen  | chosen        | chosen        | select     | undecided  | now             | now            | no      | no
choose        | decided candidate taken_back      | matched             | chosen  | chosen        | chosen        | select     | undecided  | now             | now            | no      | no
choose        | decided paid candidate taken_back | matched             | chosen  | chosen        | chosen        | select     | undecided  | now             | now            | no      | no
none_of_these |                                   | not_found           | -       | none_of_these | none_of_these | -          | now        | now             | now            | no      | no
none_of_these | decided                           | not_found           | -       | none_of_these | none_of_these | -          | undecided  | now             | now            | no      | no
not_a_company |                                   | not_found           | -       | not_a_company | not_a_company | -          | now        | now             | now            | no      | no
not_a_company | decided                           | not_found           | -       | not_a_company | not_a_company | -          | undecided  | now             | now            | no      | no
reopen        |                                   | multiple_candidates | -       | -             | taken_back    | -          | -          | with_own_last   | with_own       | no      | no
reopen        | by_hand                           | multiple_candidates | -       | -             | taken_back    | -          | -          | without_by_hand | with_own       | no      | no
reopen        | paid                              | multiple_candidates | -       | -             | taken_back    | -          | -          | with_own_last   | with_own       | no      | no
reopen        | paid by_hand                      | multiple_candidates | -       | -             | taken_back    | -          | -          | without_by_hand | with_own       | no      | no
reopen        | decided                           | undecided           | -       | -             | undecided     | -          | -          | now             | with_own       | no      | no
reopen        | decided by_hand                   | undecided           | -       | -             | undecided     | -          | -          | without_by_hand | with_own       | no      | no
reopen        | decided paid                      | undecided           | -       | -             | undecided     | -          | -          | now             | with_own       | no      | no
reopen        | decided paid by_hand              | undecided           | -       | -             | undecided     | -          | -          | without_by_hand | with_own       | no      | no
reopen        | call_undone                       | multiple_candidates | -       | -             | taken_back    | -          | -          | with_own_last   | with_own       | no      | no
reopen        | by_hand call_undone               | multiple_candidates | -       | -             | taken_back    | -          | -          | without_by_hand | with_own       | no      | no
reopen        | paid call_undone                  | multiple_candidates | -       | -             | taken_back    | -          | -          | with_own_last   | now            | no      | no
reopen        | paid by_hand call_undone          | multiple_candidates | -       | -             | taken_back    | -          | -          | without_by_hand | now            | no      | no
reopen        | decided call_undone               | undecided           | -       | -             | undecided     | -          | -          | now             | with_own       | no      | no
reopen        | decided by_hand call_undone       | undecided           | -       | -             | undecided     | -          | -          | without_by_hand | with_own       | no      | no
reopen        | decided paid call_undone          | undecided           | -       | -             | undecided     | -          | -          | now             | now            | no      | no
reopen        | decided paid by_hand call_undone  | undecided           | -       | -             | undecided     | -          | -          | without_by_hand | now            | no      | no
take_back     |                                   | now                 | -       | -             | now           | -          | -          | now             | now            | no      | no
take_back     | decided                           | undecided           | -       | -             | undecided     | -          | -          | now             | now            | no      | no
skip          |                                   | now                 | -       | -             | now           | -          | -          | now             | now            | yes     | no
`;

const [head = [], ...lines] = table
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));
const values: Readonly<Record<string, boolean | null>> = { '-': null, yes: true, no: false };
const expected = lines.map(([action = '', conditions = '', ...cells]) => ({
  action,
  conditions: conditions.split(' ').filter((each) => each !== '') as RowCondition[],
  effect: Object.fromEntries(
    cells.map((cell, place) => [head[place + 2], cell in values ? values[cell] : cell]),
  ),
}));

describe.each(decisionActions)('%s', (action) => {
  const own = expected.filter((line) => line.action === action);

  it('does what the table says', () => {
    for (const { conditions, effect } of own)
      expect({ conditions, effect: effectOf(action, new Set(conditions)) }).toEqual({ conditions, effect });
  });

  it('depends on nothing else, and has an effect in every state', () => {
    const relevant = new Set(own.flatMap(({ conditions }) => conditions));
    const effects = Object.entries(listEffects([action]));
    expect(effects).toHaveLength(64);
    for (const [key, effect] of effects) {
      const holds = key
        .split(' ')
        .slice(1)
        .filter((each) => relevant.has(each as RowCondition));
      const line = own.find(({ conditions }) => conditions.join(' ') === holds.join(' '));
      expect({ key, effect }).toEqual({ key, effect: line?.effect });
    }
  });
});
