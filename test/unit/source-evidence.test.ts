import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { projectFolder } from '../../engine/project-folder.ts';
import { rowReasonTexts } from '../../src/contract/sources/row-reason-texts.ts';
import { rowReasonCodes, rowReasons } from '../../src/contract/sources/row-reasons.ts';

it('lists every reason of a row in docs/sources.md', () => {
  const file = path.join(projectFolder, 'docs/sources.md');
  const [start, end] = [
    '<!-- reasons: see test/unit/source-evidence.test.ts -->\n',
    '<!-- end of reasons -->',
  ];
  const [before = '', rest = ''] = readFileSync(file, 'utf8').split(start);
  const [shown = '', after = ''] = rest.split(end);
  const rows = rowReasonCodes.map((code) => {
    const entry = rowReasons[code];
    const atOnce = 'acceptable' in entry ? 'yes' : '';
    return `| \`${code}\` | ${entry.states.join(', ')} | ${rowReasonTexts[code][0]} | ${atOnce} |`;
  });
  const wanted = ['| Reason | State | Meaning | All at once |', '|---|---|---|---|', ...rows, ''].join('\n');
  if (process.env.RECORD_DOCUMENTS === '1') writeFileSync(file, `${before}${start}${wanted}${end}${after}`);
  else expect(shown).toBe(wanted);
});
