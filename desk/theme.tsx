import { useEffect, useState } from 'preact/hooks';
import { defineTextPairs, useTexts } from './language.ts';

const themes = ['auto', 'light', 'dark'] as const;
type ThemeName = (typeof themes)[number];
const chosenTheme = 'company-data-desk.theme';

const texts = defineTextPairs({
  label: ['Colors', '配色'],
  names: {
    auto: ['Colors: auto', '配色：自動'],
    light: ['Colors: light', '配色：明'],
    dark: ['Colors: dark', '配色：暗'],
  },
});

/** Chooses light or dark colors; by default those of the system. */
export function Theme() {
  const text = useTexts(texts);
  const [theme, setTheme] = useState<ThemeName>(
    () => themes.find((name) => name === localStorage.getItem(chosenTheme)) ?? 'auto',
  );
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem(chosenTheme, theme);
  }, [theme]);
  return (
    <select
      class="quiet"
      aria-label={text.label}
      value={theme}
      onChange={(event) => setTheme(event.currentTarget.value as ThemeName)}
    >
      {themes.map((name) => (
        <option key={name} value={name}>
          {text.names[name]}
        </option>
      ))}
    </select>
  );
}
