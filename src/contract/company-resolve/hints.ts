import { z } from 'zod';
import { defineKnownFields } from '../fields.ts';

/** Hints beside a name: what distinguishes namesakes, but never identifies a company alone. */

/** Hints about the place of the head office. */
export const placeHintFields = ['prefecture', 'city', 'address', 'postal_code'] as const;
/** Identifiers that several companies can share, or that are not certain. */
export const identifierHintFields = ['domain', 'securities_code'] as const;
export type IdentifierHintField = (typeof identifierHintFields)[number];

export const hintFields = [...placeHintFields, ...identifierHintFields] as const;
export type HintField = (typeof hintFields)[number];
export type Hints = Readonly<Partial<Record<HintField, string | undefined>>>;

const defineHint = (description: string, example: string) =>
  z
    .string()
    .max(1000)
    .refine((text) => text.trim() !== '', 'must not be blank')
    .meta({ description, examples: [example] })
    .optional();

export const resolveHints = defineKnownFields({
  prefecture: defineHint('Prefecture of the head office.', '東京都'),
  city: defineHint('City or ward of the head office, with or without county or prefecture.', '千代田区'),
  address: defineHint(
    'Address of the head office, in any spelling. The building is left aside.',
    '東京都千代田区丸の内2-7-3',
  ),
  postal_code: defineHint('Postal code of the head office.', '100-0005'),
  domain: defineHint(
    'A domain, URL or e-mail address of the company, which others may share.',
    'example.co.jp',
  ),
  securities_code: defineHint('A securities code that may be of the company.', '7203'),
} satisfies Record<HintField, unknown>).describe(
  'What is known of the company beside its name; only with `identifier_type` `name`. If several companies have the name, the hints settle it when they leave exactly one. They never identify a company alone.',
);
