import { describe, expect, it } from '@jest/globals';
import { companiesMapping } from '../../mappings/companies.ts';
import { listedNameRules } from '../../src/contract/companies/name-rules.ts';
import { wholeText } from '../../src/features/row-matching/lookup/name-result.ts';
import { explainMatch } from '../../src/features/row-matching/rules/explain-match.ts';
import { parseQuery } from '../../src/features/row-matching/rules/parsed-query.ts';
import { settleByName } from '../../src/features/row-matching/settling/settle-name.ts';
import { nameMatch } from '../../src/features/row-matching/settling/settle-row.ts';
import { listPlaces, listRules, ruleExamples, toExampleCard } from '../support/name-examples.ts';

/** The table of name rules. test/relevance/name-rules.test.ts runs the same examples through the index. */

describe('the table of name rules', () => {
  it('has at least three examples of each rule', () => {
    expect(listedNameRules.filter(([, { examples }]) => examples.length < 3)).toEqual([]);
  });

  it('is in the order of the scores, which differ by more than all bonuses together or are equal', () => {
    const steps = listedNameRules.slice(1).map(([, { score }], at) => {
      const [, stronger] = listedNameRules[at] ?? [];
      return (stronger?.score ?? 0) - score;
    });
    expect(steps.filter((step) => step < 0 || (step > 0 && step < 10))).toEqual([]);
  });

  it('names fields of the index', () => {
    const fields = listedNameRules.flatMap(([, { comparison }]) =>
      comparison.by === 'keys' ? [comparison.keyField] : [],
    );
    const known = Object.keys(companiesMapping.properties.name_keys.properties);
    expect(fields.filter((field) => !known.includes(field))).toEqual([]);
    expect(known.filter((field) => field !== 'called' && !fields.includes(field as never))).toEqual([]);
  });

  it('compares the same kinds of names by all rules of a field', () => {
    const kinds = new Map<string, Set<string>>();
    for (const [, { comparison, names }] of listedNameRules) {
      if (comparison.by !== 'keys') continue;
      const { keyField } = comparison;
      kinds.set(keyField, (kinds.get(keyField) ?? new Set()).add(names.join(' ')));
    }
    expect([...kinds].filter(([, ofField]) => ofField.size !== 1)).toEqual([]);
  });
});

describe.each(listedNameRules)('the rule %s', (code, { answer, settles }) => {
  const examples = ruleExamples.filter((example) => example.code === code);

  it.each(examples)('is the strongest by which $text is $name.name', ({ rule, text, ...example }) => {
    const card = toExampleCard({ rule, text, ...example });
    for (const place of listPlaces(rule))
      expect([place, listRules(text, card, place)[0]]).toEqual([place, code]);
  });

  it.each(examples)('is named for $text with $name.name', ({ rule, text, name, ...example }) => {
    const card = toExampleCard({ rule, text, name, ...example });
    const asked = parseQuery(text);
    if (!asked) throw new Error('no text');
    for (const place of listPlaces(rule)) {
      const matchedQueries = listRules(text, card, place);
      const [match] = explainMatch({ card, matchedQueries }, asked);
      const field = name.kind === 'alias' ? 'alias' : `${name.kind}_name`;
      expect(match).toMatchObject({ ...answer, field, value: name.name });
    }
  });

  it.each(examples)('settles $text as the table says', ({ rule, text, ...example }) => {
    // What only searches use settles nothing.
    if (rule.onlyIn === 'search') return expect(settles).toBeNull();
    const card = toExampleCard({ rule, text, ...example });
    const found = wholeText(text, [{ card, matchedQueries: listRules(text, card, 'resolve') }]);
    const settlement = settleByName(found);
    const match = settlement && nameMatch(found, settlement.card);
    const wanted = settles === 'exclusive' ? 'name' : settles;
    const hasOtherForm = settles === 'bare_name' && found.keys.legalForm !== null;
    return expect(match).toBe(hasOtherForm ? null : wanted);
  });
});
