import type { QueryForm } from './judged-query.ts';
import { type NameKind, namesOfKind } from './known-company.ts';
import { answerable, bearersOf, distinct, idsOf, legalNameOf } from './name-judgement.ts';
import { bareName, hasLegalForm, plainName, wordsOf } from './plain-name.ts';
import { halfWidth, katakana } from './spellings.ts';

/** Queries with several right or similar companies: shared names, beginnings, words, names that extend another. */

export const groupForms: readonly QueryForm[] = [
  shared('the full name', (name) => name),
  shared('the full name in half width', halfWidth),
  shared('the name without its legal form', (name) => bareName(plainName(name))),
  beginning('of the legal name', 'legal', ''),
  beginning('of the legal name, after (株)', 'legal', '(株)'),
  beginning('of the reading', 'kana', ''),
  beginning('of the English name', 'english', ''),
  words('two words, the last first', ([one, two]) => (one && two ? [two, one] : null)),
  words('the last word', (all) => all.slice(-1)),
  extension('the parent by its full name', 'parent'),
  extension('the parent without its legal form', 'parent', { anyForm: true }),
  extension('the subsidiary by its full name', 'subsidiary'),
  extension('the subsidiary without its legal form', 'subsidiary', { anyForm: true }),
];

/** The number of companies that a page of a search can show. */
const maxHolders = 100;

/** A name that several companies have: all of them are right, so `/resolve` must not settle on one. */
function shared(form: string, write: (name: string) => string): QueryForm {
  return {
    class: 'shared_names',
    form,
    draft(company) {
      const name = legalNameOf(company);
      const text = write(name ?? '');
      const plain = plainName(text);
      if (name === null || plain.length < 2) return null;
      const anyForm = hasLegalForm(plainName(name)) && !hasLegalForm(plain);
      return {
        wants: anyForm ? { bareNames: [plain] } : { names: [plain] },
        judge({ names }) {
          const held = anyForm ? names.bareNamed(plain) : names.named(plain);
          const expected = idsOf(held, ['legal']);
          if (expected.length < 2 || expected.length > maxHolders) return null;
          const first = idsOf(held, ['legal', 'trade']);
          return { text, identifierType: 'name', expected, first, settles: expected };
        },
      };
    },
  };
}

const currentKinds: readonly NameKind[] = ['legal', 'trade', 'english', 'kana'];

/** Three fifths of a name, as if typing stopped there. Every company whose name continues it is right. */
function beginning(form: string, kind: NameKind, before: string): QueryForm {
  return {
    class: 'prefixes',
    form,
    draft(company) {
      const bare = bareName(plainName(namesOfKind(company, kind)[0] ?? ''));
      const letters = [...bare];
      const typed = letters.slice(0, Math.max(3, Math.ceil(letters.length * 0.6))).join('');
      if (typed.length >= bare.length) return null;
      const text = before + typed;
      return {
        wants: { beginnings: [typed, katakana(typed)], names: [plainName(text)], bareNames: [typed] },
        judge({ names }) {
          const expected = idsOf(names.beginning(typed), currentKinds);
          // Hiragana also matches readings, which are in katakana. And a former name may be exactly what was typed.
          const others = [...names.beginning(katakana(typed)), ...names.bareNamed(typed)];
          const first = distinct([...expected, ...idsOf(others)]);
          return answerable(text, { expected, first, settles: bearersOf(names, plainName(text)) });
        },
      };
    },
  };
}

/** Words from the middle of names. Every company whose name has all of them as words is right. */
function words(form: string, choose: (words: readonly string[]) => readonly string[] | null): QueryForm {
  return {
    class: 'name_words',
    form,
    draft(company) {
      const all = wordsOf(plainName(legalNameOf(company) ?? ''));
      const chosen = all.length < 2 ? null : choose([...new Set(all)]);
      if (!chosen || chosen.length === 0) return null;
      const text = chosen.join(' ');
      const typed = plainName(text);
      return {
        wants: { wordSets: [chosen], beginnings: [typed], names: [typed], bareNames: [typed] },
        judge({ names }) {
          const expected = idsOf(names.withWords(chosen), ['legal']);
          const begun = idsOf(names.beginning(typed), currentKinds);
          const first = begun.length > 0 ? begun : expected;
          return answerable(text, { expected, first, settles: bearersOf(names, typed) });
        },
      };
    },
  };
}

const minParentLength = 3;
const minExtensionLength = 2;

/**
 * A company whose name extends another's, as a subsidiary's does. Each must come first when it is the one searched for.
 * @param options.anyForm the query has no legal form, so every form of the name is meant
 */
function extension(
  form: string,
  searched: 'parent' | 'subsidiary',
  { anyForm }: { readonly anyForm?: true } = {},
): QueryForm {
  return {
    class: 'subsidiaries_and_parents',
    form,
    draft(company) {
      const subsidiary = legalNameOf(company) ?? '';
      const bareSubsidiary = bareName(plainName(subsidiary));
      const stems = stemsOf(bareSubsidiary);
      if (stems.length === 0) return null;
      return {
        wants: { names: [plainName(subsidiary)], bareNames: [...stems, bareSubsidiary] },
        judge({ names }) {
          const parents = stems.flatMap((stem) => names.bareNamed(stem));
          const parent = parents.find(({ kind }) => kind === 'legal');
          if (parent === undefined) return null;
          const meant = searched === 'parent' ? parent.plain : subsidiary;
          const bare = bareName(plainName(meant));
          const held = names.bareNamed(bare);
          if (anyForm) {
            const expected = idsOf(held, ['legal']);
            const first = idsOf(held, ['legal', 'trade']);
            return answerable(bare, { expected, first, settles: expected });
          }
          const exact = held.filter(({ plain }) => plain === plainName(meant));
          const expected = idsOf(exact, ['legal']);
          return answerable(meant, { expected, first: expected, settles: expected });
        },
      };
    },
  };
}

/** The beginnings of a name that may be the whole name of another company, the longest first. */
function stemsOf(bare: string): string[] {
  const letters = [...bare];
  const stems: string[] = [];
  for (let length = letters.length - minExtensionLength; length >= minParentLength; length--) {
    stems.push(letters.slice(0, length).join(''));
  }
  return stems;
}
