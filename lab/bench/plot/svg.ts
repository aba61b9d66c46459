/** Parts of an SVG image as text. Colours follow the reader's light or dark setting. */

type Attributes = Readonly<Record<string, string | number>>;

const style = `
  svg { --paper: #fff; --ink: #1f2328; --soft: #59636e; --grid: #d1d9e0; --reached: #0969da; --missed: #bc4c00;
    --line-0: #0969da; --line-1: #bc4c00; --line-2: #1a7f37; --line-3: #8250df; --line-4: #bf3989;
    --line-5: #9a6700; --line-6: #0f7b8a; --line-7: #57606a; }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #0d1117; --ink: #e6edf3; --soft: #9198a1; --grid: #30363d; --reached: #4493f8; --missed: #f0883e;
      --line-0: #4493f8; --line-1: #f0883e; --line-2: #3fb950; --line-3: #ab7df8; --line-4: #db61a2;
      --line-5: #d29922; --line-6: #39c5cf; --line-7: #8b949e; }
  }
  text { font: 11px system-ui, sans-serif; fill: var(--ink); }
  text.title { font-size: 15px; font-weight: 600; }
  text.soft { fill: var(--soft); }`;

export function element(name: string, attributes: Attributes, ...content: string[]): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  return `<${name}${given.join('')}>${content.join('')}</${name}>`;
}

export function text(x: number, y: number, words: string, attributes: Attributes = {}): string {
  return element('text', { x: rounded(x), y: rounded(y), ...attributes }, escaped(words));
}

export function line(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  stroke = 'var(--grid)',
): string {
  const ends = { x1: rounded(x1), y1: rounded(y1), x2: rounded(x2), y2: rounded(y2) };
  return element('line', { ...ends, stroke });
}

export interface Heading {
  readonly title: string;
  /** What the figures are from. */
  readonly source: string;
}

/** Where the content of an image begins, below its heading. */
export const headingHeight = 56;

export function image(
  { title, source }: Heading,
  { width, height }: { readonly width: number; readonly height: number },
  content: readonly string[],
): string {
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${width} ${height}`,
    width,
    role: 'img',
  };
  return `${element(
    'svg',
    attributes,
    element('title', {}, escaped(title)),
    element('style', {}, style),
    element('rect', { width, height, fill: 'var(--paper)' }),
    text(16, 24, title, { class: 'title' }),
    text(16, 42, source, { class: 'soft' }),
    ...content,
  )}\n`;
}

export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
