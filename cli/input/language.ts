import type { Language } from '../../client/index.ts';

/** The language of files that people read, if the environment names one of ours; otherwise they are for programs. */
export function readLanguage(env: Readonly<Record<string, string | undefined>>): Language | undefined {
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  if (/^ja(?:[_.@-]|$)/i.test(locale)) return 'ja';
  return undefined;
}
