import { maxSourceRows } from '../../../src/contract/limits.ts';
import { type Attack, keyHeader } from './attack.ts';
import type { BenchObjects } from './bench-objects.ts';
import { type HostileFile, largeTexts, smallTexts, workbooks } from './hostile-files.ts';
import type { AttackSize } from './schema-attacks.ts';

/** Files that were made to be slow or large, as previews of a table and as returned tables of candidates. */
export function fileAttacks({ ids }: BenchObjects, { share }: AttackSize): Attack[] {
  const attack = (operationId: string, path: string, file: HostileFile): Attack => ({
    operationId,
    kind: file.kind,
    async make() {
      const size = Math.ceil(file.size * share);
      const query = new URLSearchParams({
        ...file.query?.(size),
        ...(operationId === 'importSourceFile' && { preview: 'true' }),
      });
      return {
        method: 'POST',
        path: `/api/service${path}?${query}`,
        headers: { ...keyHeader(), 'content-type': 'application/octet-stream' },
        body: await file.make(size),
      };
    },
  });
  const choices = `/sources/${ids.source_id}/choices`;
  return [
    ...[...smallTexts, ...largeTexts, ...widest, ...workbooks].map((file) =>
      attack('importSourceFile', '/sources/files', file),
    ),
    ...[...choiceTables, ...largeTexts, ...workbooks].map((file) =>
      attack('importSourceChoices', choices, file),
    ),
  ];
}

const made = (kind: string, size: number, make: (size: number) => string): HostileFile => ({
  kind,
  size,
  make: (repetitions) => Buffer.from(make(repetitions)),
});

/** Files that can be read, and whose answers are as large as they can be. */
const widest: readonly HostileFile[] = [
  made(
    'a table of the maximum size',
    maxSourceRows,
    (size) => `会社名,${'列,'.repeat(198)}\n${`架空商会株式会社,${'1,'.repeat(198)}\n`.repeat(size)}`,
  ),
  made(
    'lines that are set aside',
    45_000,
    (size) => `会社名,額,率\n${'あ株式会社,1,2\n【部】\n'.repeat(size)}`,
  ),
  made(
    'cells of 10,000 characters',
    190,
    (size) => `会社名\n${`${`${'あ'.repeat(10_000)},`.repeat(5)}\n`.repeat(size)}`,
  ),
];

const choiceHeader = 'cd_source_row_id,cd_candidate,cd_candidate_company_id,cd_choice\n';
const rowId = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`;

/** Returned tables with as many choices, or faults, as a file has room for. */
const choiceTables: readonly HostileFile[] = [
  made(
    'a choice in every line',
    maxSourceRows,
    (size) => `${choiceHeader}${Array.from({ length: size }, (_, at) => `${rowId(at)},1,cn_1,x\n`).join('')}`,
  ),
  made('a fault in every line', 900_000, (size) => `${choiceHeader}${'x,1,cn_1,x\n'.repeat(size)}`),
];
