import path from 'node:path';

/**
 * References between files. Code cites a document by its path from the root and, if the document has several
 * subjects, a heading: docs/specification.md#totals. Documents link to each other as Markdown does.
 */

export interface Mention {
  /** From 1. */
  readonly line: number;
  /** From the project's root. */
  readonly file: string;
  /** As in a link, without `#`. */
  readonly heading: string | null;
}

/** The files of the project, and the text of each document. */
export interface Library {
  exists(file: string): boolean;
  /** @returns null when there is no such document */
  read(document: string): string | null;
}

const fence = /^\s*(`{3,}|~{3,})/;

/** The lines of a document, with the lines of code blocks blanked. */
function proseLines(markdown: string): string[] {
  let closing: string | null = null;
  return markdown.split('\n').map((line) => {
    const ticks = fence.exec(line)?.[1];
    if (closing === null && ticks === undefined) return line;
    if (closing === null) closing = ticks ?? null;
    else if (line.trim() === closing) closing = null;
    return '';
  });
}

/** The anchors of a document's headings, as GitHub makes them. */
export function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const line of proseLines(markdown)) {
    const title = /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1];
    if (title === undefined) continue;
    const anchor = title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    let free = anchor;
    for (let again = 1; anchors.has(free); again += 1) free = `${anchor}-${again}`;
    anchors.add(free);
  }
  return anchors;
}

/** Every document that code names. */
export function documentsNamedIn(code: string): Mention[] {
  return code
    .split('\n')
    .flatMap((text, at) =>
      [...text.matchAll(/(?<![\w:/.-])([\w./-]*\w\.md)\b(?:#([\p{L}\p{N}_-]+))?/gu)].map(
        ([, file = '', heading]) => ({ line: at + 1, file, heading: heading ?? null }),
      ),
    );
}

/** Citations by words instead of by path, for example `the specification, "Errors"`, which cannot be followed. */
export function wordedCitationsIn(code: string): string[] {
  const text = code.replace(/\n\s*(?:\*(?!\/)|\/\/|--)?[ \t]*/g, ' ');
  return [
    ...text.matchAll(
      /\b(?:specification|decisions|traps|limits|architecture)(?:\.md)?(?:,|:|;|'s)?\s+"[^"]{1,80}"/gi,
    ),
  ].map(([citation]) => citation);
}

/** The links of a document to files and headings of the project. */
export function linksIn(document: string, markdown: string): Mention[] {
  return proseLines(markdown).flatMap((text, at) =>
    [...text.replace(/`[^`]*`/g, '').matchAll(/\]\(([^()\s]+)(?:\s+"[^"]*")?\)/g)].flatMap(
      ([, target = '']) => {
        if (/^[a-z]+:/i.test(target)) return [];
        const [name = '', heading = null] = target.split('#');
        const file = name === '' ? document : path.posix.join(path.posix.dirname(document), decodeURI(name));
        return [{ line: at + 1, file, heading }];
      },
    ),
  );
}

/** Files of the project that a document names in code spans. */
export function filesNamedIn(markdown: string): Mention[] {
  return proseLines(markdown).flatMap((text, at) =>
    [
      ...text.matchAll(
        /`((?:src|indexers|mappings|engine|cli|tables|desk|assistant|client|lab|scripts|test|docs|docker)\/[\w./-]*\w)`/g,
      ),
    ].map(([, file = '']) => ({ line: at + 1, file, heading: null })),
  );
}

/** Modules that a document, or a comment of code, names in code spans without their folder. */
export function modulesNamedIn(text: string): Mention[] {
  return text.split('\n').flatMap((line, at) =>
    [...line.matchAll(/`([a-z][\w-]*(?:\.[\w-]+)*\.(?:ts|mjs|cjs|java))`/g)].map(([, file = '']) => ({
      line: at + 1,
      file,
      heading: null,
    })),
  );
}

/** @returns the references that lead nowhere */
export function brokenOf(mentions: readonly Mention[], library: Library): string[] {
  return mentions.flatMap(({ line, file, heading }) => {
    if (!library.exists(file)) return [`line ${line}: there is no ${file}`];
    if (heading === null || !file.endsWith('.md')) return [];
    return anchorsOf(library.read(file) ?? '').has(heading)
      ? []
      : [`line ${line}: ${file} has no heading #${heading}`];
  });
}

/** The cells of each row of a document's tables, without their heads. */
export function tableRowsIn(markdown: string): string[][] {
  const isRule = (line = '') => /^\|[-|]+\|$/.test(line);
  return proseLines(markdown)
    .filter((line, at, lines) => line.startsWith('| ') && !isRule(lines[at + 1]))
    .map((line) => line.slice(2, -2).split(' | '));
}
