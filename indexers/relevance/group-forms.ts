import type { QueryForm } from './judged-query.ts';
import { type NameKind, namesOfKind } from './known-company.ts';
import { answerable, bearersOf, idsOf, legalNameOf } from './name-judgement.ts';
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
  extension('the parent by its full name', (parent) => ({ text: parent.plain, meant: parent.plain })),
  extension('the parent without its legal form', (parent) => ({
    text: parent.bare,
    meant: parent.plain,
    anyForm: true,
  })),
  extension('the subsidiary by its full name', (_, subsidiary) => ({ text: subsidiary, meant: subsidiary })),
  extension('the subsidiary without its legal form', (_, subsidiary) => ({
    text: bareName(plainName(subsidiary)),
    meant: subsidiary,
    anyForm: true,
  })),
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
      if (name === null) return null;
      const text = write(name);
      const plain = plainName(text);
      const anyForm = hasLegalForm(plainName(name)) && !hasLegalForm(plain);
      if (plain.length < 2) return null;
      return {
        wants: anyForm ? { bareNames: [plain] } : { names: [plain] },
        judge({ names }) {
          const expected = idsOf(anyForm ? names.bareNamed(plain) : names.named(plain), ['legal']);
          if (expected.length < 2 || expected.length > maxHolders) return null;
          const query = { class: 'shared_names', form, text, identifierType: 'name' } as const;
          const called = idsOf(anyForm ? names.bareNamed(plain) : names.named(plain), ['trade']);
          return { ...query, expected, first: [...new Set([...expected, ...called])], settles: expected };
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
      return {
        wants: {
          beginnings: [typed, katakana(typed)],
          names: [plainName(before + typed)],
          bareNames: [typed],
        },
        judge({ names }) {
          const expected = idsOf(names.beginning(typed), currentKinds);
          // Hiragana also matches readings, which are in katakana. And a former name may be exactly what was typed.
          const others = [...names.beginning(katakana(typed)), ...names.bareNamed(typed)];
          const first = [...new Set([...expected, ...idsOf(others)])];
          const text = before + typed;
          const settles = bearersOf(names, plainName(text));
          return answerable({ class: 'prefixes', form, text, expected, first, settles });
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
          return answerable({
            class: 'name_words',
            form,
            text,
            expected,
            first,
            settles: bearersOf(names, typed),
          });
        },
      };
    },
  };
}

interface Parent {
  readonly plain: string;
  readonly bare: string;
}

interface ExtensionQuery {
  readonly text: string;
  readonly meant: string;
  readonly anyForm?: true;
}

const minParentLength = 3;
const minExtensionLength = 2;

/** A company whose name extends another's, as a subsidiary's does. Each must come first when it is the one searched for. */
function extension(form: string, choose: (parent: Parent, subsidiary: string) => ExtensionQuery): QueryForm {
  return {
    class: 'subsidiaries_and_parents',
    form,
    draft(company) {
      const subsidiary = legalNameOf(company);
      if (subsidiary === null) return null;
      const stems = stemsOf(bareName(plainName(subsidiary)));
      if (stems.length === 0) return null;
      return {
        wants: {
          names: [plainName(subsidiary)],
          bareNames: [...stems, bareName(plainName(subsidiary))],
        },
        judge(holders) {
          for (const bare of stems) {
            const [parent] = holders.names.bareNamed(bare).filter(({ kind }) => kind === 'legal');
            if (!parent) continue;
            const { text, meant, anyForm } = choose({ plain: parent.plain, bare }, subsidiary);
            const held = holders.names.bareNamed(bareName(plainName(meant)));
            const expected = idsOf(
              held.filter(({ plain }) => anyForm || plain === plainName(meant)),
              ['legal'],
            );
            const query = {
              class: 'subsidiaries_and_parents',
              form,
              text,
              expected,
              settles: expected,
            } as const;
            const called = idsOf(holders.names.bareNamed(bareName(plainName(meant))), ['trade']);
            return answerable({
              ...query,
              first: anyForm ? [...new Set([...expected, ...called])] : expected,
            });
          }
          return null;
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
