import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { projectFolder } from '../../engine/project-folder.ts';

const documentsIn = (folder: string, recursive: boolean) =>
  readdirSync(path.join(projectFolder, folder), { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));
const documents = [...documentsIn('.', false), ...documentsIn('docs', true)];

/** Without code blocks, which may contain anything. */
const read = (file: string) =>
  readFileSync(path.join(projectFolder, file), 'utf8').replace(/^```.*?^```/gms, '');

it.each(documents)('%s links only to files and headings that exist', (document) => {
  const links = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(document, link))).toEqual([]);
});

function leadsSomewhere(document: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? document : path.join(path.dirname(document), file);
  if (!existsSync(path.join(projectFolder, target))) return false;
  return anchor === undefined || headingsOf(target).includes(anchor);
}

/** As GitHub makes them. */
function headingsOf(document: string): string[] {
  return [...read(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
