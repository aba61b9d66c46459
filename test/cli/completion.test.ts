import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { run } from './command-line.ts';

let folder = '';
let scripts: Record<'bash' | 'zsh', string>;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'cli-completion-'));
  for (const name of ['companies.csv', 'other.tsv']) writeFileSync(path.join(folder, name), '');
  const [bash, zsh] = await Promise.all([run(['completion', 'bash']), run(['completion', 'zsh'])]);
  scripts = { bash: bash.stdout, zsh: zsh.stdout };
  writeFileSync(path.join(folder, 'bash'), scripts.bash);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What bash offers after these words; the last is the one that is being typed. */
function offered(...words: string[]): string[] {
  const program = `
    source '${folder}/bash'
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
    _company_data
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['-c', program, 'bash', 'company-data', ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  return out.split('\n').filter((line) => line !== '');
}

describe('completion in bash', () => {
  it.each([
    ['commands', ['so'], ['source']],
    ['commands below commands', ['source', 'in'], ['inspect']],
    ['flags of the command', ['source', 'resolve', '0190', '--max'], ['--max-credits', '--max-wait']],
    ['words of a flag', ['source', 'import', '--separator', ''], ['comma', 'tab', 'semicolon', 'pipe']],
    ['words of a flag after its sign', ['source', 'import', '--separator', '=', 't'], ['tab']],
    ['words of an argument', ['list', 'status', '0190', ''], ['active', 'paused', 'archived']],
    ['nothing where any text is possible', ['list', 'status', ''], []],
    ['files of an argument', ['source', 'import', 'comp'], ['companies.csv']],
    ['files of a flag', ['list', 'export', '0190', '--out', 'oth'], ['other.tsv']],
    ['the argument after flags with values', ['--timeout', '5', 'list', 'schedule', '0190', 'w'], ['weekly']],
    ['words of a flag that takes several', ['list', 'enrich', '0190', '--field', 'web'], ['website']],
  ])('offers %s', (_, words, expected) => {
    expect(offered(...words)).toEqual(expected);
  });

  it('offers every command', () => {
    expect(offered('')).toEqual(
      expect.arrayContaining(['search', 'resolve', 'source', 'list', 'query', 'credits']),
    );
    expect(offered('list', '')).toEqual(
      expect.arrayContaining(['estimate', 'materialize', 'export', 'deliver']),
    );
  });
});

describe('completion in zsh', () => {
  it('has the same words, and registers itself', () => {
    const [mark, ...rest] = scripts.zsh.split('\n');
    expect(mark).toBe('#compdef company-data');
    const shared = scripts.bash.slice(0, scripts.bash.indexOf('\n_company_data() {'));
    expect(rest.join('\n').startsWith(shared)).toBe(true);
    expect(scripts.zsh).toContain('compdef _company_data company-data');
  });
});
