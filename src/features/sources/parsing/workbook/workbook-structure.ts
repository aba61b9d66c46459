import { tooLarge, unreadable, unsupported } from '../file-failures.ts';
import type { WorkbookArchive } from './workbook-archive.ts';

/** Which parts of a workbook are its sheets, styles and texts (ECMA-376, Office Open XML). */

/** Answers list the sheets. Excel permits 31 characters in a name, other programs more. */
const maxSheets = 1_000;
const maxSheetName = 255;
/** Of a list that names parts of the file. */
const maxListed = 10_000;

export interface Sheet {
  readonly name: string;
  readonly visible: boolean;
  /** Undefined for sheets that are not tables, such as charts. */
  readonly part: string | undefined;
}

type WorkbookKind = 'xlsx' | 'xlsm' | 'xltx';

export interface Workbook {
  readonly mainPart: string;
  /** What the type of the main part says: a workbook, one with macros, or a template for workbooks. */
  readonly kind: WorkbookKind;
  /** Which part is which sheet. */
  readonly relationsPart: string;
  readonly sheets: readonly Sheet[];
  readonly from1904: boolean;
  readonly stringsPart: string | undefined;
  readonly stylesPart: string | undefined;
  /** Whether somebody signed it. */
  readonly isSigned: boolean;
}

/** @throws ServiceError payload_too_large if a list of the workbook is longer, before it takes memory */
export function checkCount(count: number, max: number, what: string): void {
  if (count >= max) throw tooLarge(`The workbook has more than ${max.toLocaleString('en')} ${what}.`);
}

const mainTypes: readonly (readonly [form: RegExp, kind: WorkbookKind])[] = [
  [/sheet\.main\+xml$/i, 'xlsx'],
  [/sheet\.macroEnabled\.main\+xml$/i, 'xlsm'],
  [/template\.main\+xml$/i, 'xltx'],
];

/** The main part; its type says whether the workbook can be read. */
async function findMainPart(archive: WorkbookArchive): Promise<Pick<Workbook, 'mainPart' | 'kind'>> {
  const types = new Map<string, string>();
  await archive.read('[Content_Types].xml', {
    open(name, { PartName, ContentType }) {
      if (name !== 'Override' || !PartName || !ContentType) return;
      checkCount(types.size, maxListed, 'types of parts');
      types.set(PartName.replace(/^\//, ''), ContentType);
    },
  });
  const typeNames = [...types.values()];
  if (typeNames.some((type) => /sheet\.binary/i.test(type)))
    throw unsupported('The file is a binary workbook (.xlsb).');
  if (typeNames.some((type) => /(template|addin)\.macroEnabled/i.test(type)))
    throw unsupported('The file is a template or an add-in with macros (.xltm, .xlam).');
  for (const [part, type] of types) {
    const [, kind] = mainTypes.find(([form]) => form.test(type)) ?? [];
    if (kind !== undefined && archive.has(part)) return { mainPart: part, kind };
  }
  if (archive.has('xl/workbook.xml')) return { mainPart: 'xl/workbook.xml', kind: 'xlsx' };
  if (archive.has('content.xml')) throw unsupported('The file is an OpenDocument file (.ods).');
  throw unsupported('The file is a zip archive or another Office file, not an Excel workbook.');
}

function getRelationsPart(part: string): string {
  const folder = getFolder(part);
  return `${folder}_rels/${part.slice(folder.length)}.rels`;
}

function getFolder(part: string): string {
  return part.slice(0, part.lastIndexOf('/') + 1);
}

interface Relation {
  /** The last word of its type. */
  readonly type: string;
  readonly target: string;
}

/** The parts that a part refers to, by id. @throws ServiceError source_file_unreadable, payload_too_large */
export async function readRelations(
  archive: WorkbookArchive,
  part: string,
): Promise<ReadonlyMap<string, Relation>> {
  const relations = new Map<string, Relation>();
  await archive.read(getRelationsPart(part), {
    open(name, { Id, Type = '', Target, TargetMode }) {
      if (name !== 'Relationship' || !Id || !Target || TargetMode === 'External') return;
      checkCount(relations.size, maxListed, 'relations');
      const type = Type.slice(Type.lastIndexOf('/') + 1);
      relations.set(Id, { type, target: partName(getFolder(part), Target) });
    },
  });
  return relations;
}

/** @throws ServiceError source_file_type_unsupported, source_file_unreadable, payload_too_large */
export async function readStructure(archive: WorkbookArchive): Promise<Workbook> {
  const { mainPart, kind } = await findMainPart(archive);
  const relations = await readRelations(archive, mainPart);
  const sheets: Sheet[] = [];
  let from1904 = false;
  await archive.read(mainPart, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = /^(1|true|on)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      checkCount(sheets.length, maxSheets, 'sheets');
      const id = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1];
      const relation = relations.get(id ?? '');
      sheets.push({
        name: (attributes.name ?? '').slice(0, maxSheetName),
        visible: (attributes.state ?? 'visible') === 'visible',
        part: relation?.type === 'worksheet' ? existing(relation.target, attributes.name) : undefined,
      });
    },
  });
  function existing(target: string, sheet = ''): string {
    if (archive.has(target)) return target;
    throw unreadable(
      `The workbook is damaged: it does not have the content of its sheet ${sheet.slice(0, 100)}.`,
    );
  }
  const part = (type: string) =>
    [...relations.values()].find((relation) => relation.type === type && archive.has(relation.target))
      ?.target;
  const isSigned = await hasSignature(archive);
  return {
    mainPart,
    kind,
    relationsPart: getRelationsPart(mainPart),
    sheets,
    from1904,
    stringsPart: part('sharedStrings'),
    stylesPart: part('styles'),
    isSigned,
  };
}

async function hasSignature(archive: WorkbookArchive): Promise<boolean> {
  let isSigned = false;
  await archive.read('_rels/.rels', {
    open(name, { Type = '' }) {
      if (name === 'Relationship' && Type.endsWith('/digital-signature/origin')) isSigned = true;
    },
  });
  return isSigned || archive.has('_xmlsignatures/origin.sigs');
}

/** Targets are relative to the folder of the workbook, or absolute. */
function partName(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}
