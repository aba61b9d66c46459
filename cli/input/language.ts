import type { Option } from 'commander';
import { type Language, languages } from '../../client/index.ts';
import { createChoiceOption } from './option-values.ts';

/** The language of files that people read, if the environment names one of ours; otherwise they are for programs. */
export function readLanguage(env: Readonly<Record<string, string | undefined>>): Language | undefined {
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  if (/^ja(?:[_.@-]|$)/i.test(locale)) return 'ja';
  return undefined;
}

export function createLanguageOption(): Option {
  return createChoiceOption(
    '--lang <language>',
    'headers and cells for people; default ja on a Japanese system, otherwise names and codes for programs',
    languages,
  );
}
