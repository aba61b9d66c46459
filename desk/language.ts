import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Language, languages } from '../client/index.ts';
import type { Texts } from './texts.ts';

export {
  defineTextPairs,
  findCodeText,
  formatCount,
  formatQuantity,
  type Texts,
} from './texts.ts';
export { type Language, languages };

export const LanguageContext = createContext<Language>('en');

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** The texts of a part in the language of the reader. */
export function useTexts<T>(texts: Texts<T>): T {
  return texts[useLanguage()];
}

const chosenLanguage = 'company-data-desk.language';

/** The language that the reader chose before, otherwise the browser's. */
export function chooseLanguage(): Language {
  const chosen = localStorage.getItem(chosenLanguage);
  return (
    languages.find((language) => language === chosen) ?? (/^ja\b/i.test(navigator.language) ? 'ja' : 'en')
  );
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(chosenLanguage, language);
}

const locales: Readonly<Record<Language, string>> = { en: 'en-GB', ja: 'ja-JP' };

/** A time of the API as the reader writes it, in Tokyo. */
export function formatTime(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Tokyo',
  }).format(new Date(iso));
}

/** A day of the API, `YYYY-MM-DD`, as the reader writes it. Of a time, the day in Tokyo. */
export function formatDay(iso: string, language: Language): string {
  const moment = iso.length === 'YYYY-MM-DD'.length ? `${iso}T12:00:00+09:00` : iso;
  return new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'medium',
    timeZone: 'Asia/Tokyo',
  }).format(new Date(moment));
}
