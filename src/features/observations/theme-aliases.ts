import { normalizeText } from '../../text/letters/normalize.ts';

/**
 * Technologies that name a theme. Companies rarely have a theme as a technology, but they write about it in their
 * annual reports. So the service searches for these phrases in the evidence of EDINET
 * (docs/specification.md#technology-aliases). To change what a theme means, change this list.
 */
interface Theme {
  readonly aliases: readonly string[];
  /** Any of these phrases is enough. Width and case do not matter. */
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

/** The themes among the technologies that a caller named. */
export interface ParsedThemes {
  readonly aliased: readonly { readonly input: string; readonly query: string }[];
  /** The distinct phrases of all named themes. */
  readonly phrases: readonly string[];
  /** Technologies that companies of these themes can have. */
  readonly technologies: readonly string[];
  /** Technologies that are not themes, in lower case. */
  readonly passthrough: readonly string[];
}

/** @param technologies as given */
export function parseThemes(technologies: readonly string[]): ParsedThemes {
  const aliased: ParsedThemes['aliased'][number][] = [];
  const named: Theme[] = [];
  const passthrough: string[] = [];
  for (const input of technologies) {
    const technology = normalizeText(input).toLowerCase();
    const theme = themes.find(({ aliases }) => aliases.includes(technology));
    if (theme) {
      named.push(theme);
      aliased.push({ input, query: theme.phrases.join(' OR ') });
    } else passthrough.push(technology);
  }
  return {
    aliased,
    phrases: [...new Set(named.flatMap(({ phrases }) => phrases))],
    technologies: [...new Set(named.flatMap(({ aliases }) => aliases))],
    passthrough,
  };
}
