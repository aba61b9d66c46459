import type { z } from 'zod';
import { defineComponent, field } from '../answer-fields.ts';
import { fieldsToChoose } from '../companies/company-fields.ts';
import { type Language, pickText, type TextPair } from '../texts.ts';

/**
 * Companies with a similar name (docs/decisions/0006-written-names.md). A suggestion is a question: it changes no state
 * and settles nothing.
 */

/** Why a company is suggested, with one sentence each. */
export const suggestionTexts = {
  slip: ['The names differ by a typing error.', '入力の誤りとみられる違いがあります。'],
  look_alike_glyphs: [
    'The names differ only in characters that look alike.',
    '形の似た文字だけが異なります。',
  ],
  same_reading: ['The names are read alike.', '読みが同じです。'],
  alike_words: ['The names have most of their words in common.', 'ほとんどの語が共通しています。'],
  unknown_sign: [
    'The names differ only in a sign for a letter that could not be written.',
    '表示できなかった文字の記号だけが異なります。',
  ],
  cut_off: [
    'The name begins with the text, which has the length at which banks cut names.',
    '銀行が名前を切る長さの文字列で始まる名前です。',
  ],
} as const satisfies Readonly<Record<string, TextPair>>;

export type SuggestionReason = keyof typeof suggestionTexts;
const suggestionReasons = Object.keys(suggestionTexts) as readonly SuggestionReason[];

export function getSuggestionText(reason: SuggestionReason, language: Language = 'en'): string {
  return pickText(suggestionTexts[reason], language);
}

export const suggestionSchema = defineComponent(
  'CompanySuggestion',
  'A company with a similar name. Ask a person whether it is meant.',
  {
    ...fieldsToChoose,
    name: field.text('The name of the company that is similar.'),
    reason: field.oneOf(
      suggestionReasons,
      '`slip`: one character differs; in longer names two. `look_alike_glyphs`: only characters differ that look alike, such as ロ and 口. `same_reading`: the names are read alike. `alike_words`: words are left out or added. `unknown_sign`: only a sign differs that stands for an unwritable letter (渡〓建匠). `cut_off`: a bank may have cut the name.',
    ),
    message: field.text('The reason, in one short sentence.'),
  },
);
export type Suggestion = z.output<typeof suggestionSchema>;
