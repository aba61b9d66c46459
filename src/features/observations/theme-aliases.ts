import { normalizeText } from '../../text/normalize.ts';

/**
 * Technologies that name a theme. A company seldom has a theme as a technology of its own; it writes about it in its
 * annual report. So a theme is searched as these phrases in the evidence of EDINET
 * (docs/specification.md#technology-aliases). To change what a theme means, change this list.
 */
interface Theme {
  readonly aliases: readonly string[];
  /** Any of them is the theme; each word for word, whatever its width and case. */
  readonly phrases: readonly string[];
}

const themes: readonly Theme[] = [
  {
    aliases: ['generative_ai', 'genai'],
    phrases: [
      '生成AI',
      '生成系AI',
      '生成型AI',
      'ジェネレーティブAI',
      'Generative AI',
      'GenAI',
      'ChatGPT',
      '大規模言語モデル',
      'LLM',
    ],
  },
  { aliases: ['llm'], phrases: ['大規模言語モデル', 'LLM', 'Large Language Model', 'ChatGPT'] },
  {
    aliases: ['ai_agent'],
    phrases: ['AIエージェント', 'エージェント型AI', 'エージェンティックAI', 'Agentic AI', 'AI Agent'],
  },
];

/** The themes behind technologies that a caller named. */
export interface ThemeReading {
  readonly aliased: readonly { readonly input: string; readonly query: string }[];
  /** Of all named themes, each once. */
  readonly phrases: readonly string[];
  /** Under which technologies companies of these themes can be known. */
  readonly technologies: readonly string[];
  /** Technologies that name no theme, in lower case. */
  readonly passthrough: readonly string[];
}

/** @param technologies as given */
export function readThemes(technologies: readonly string[]): ThemeReading {
  const found = technologies.map((input) => {
    const technology = normalizeText(input).toLowerCase();
    return { input, technology, theme: themes.find(({ aliases }) => aliases.includes(technology)) };
  });
  const named = found.flatMap(({ theme }) => (theme ? [theme] : []));
  return {
    aliased: found.flatMap(({ input, theme }) =>
      theme ? [{ input, query: theme.phrases.join(' OR ') }] : [],
    ),
    phrases: [...new Set(named.flatMap(({ phrases }) => phrases))],
    technologies: [...new Set(named.flatMap(({ aliases }) => aliases))],
    passthrough: found.filter(({ theme }) => !theme).map(({ technology }) => technology),
  };
}
