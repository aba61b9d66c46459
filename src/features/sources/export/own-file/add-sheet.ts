import { makeDistinct, toAttributeText } from '../../../../../tables/workbook-parts.ts';

/** Names a further sheet in the parts of a workbook that list its sheets (ECMA-376, Office Open XML). */

export interface SheetLists {
  /** The workbook itself (`xl/workbook.xml`). */
  readonly workbook: string;
  readonly relations: string;
  readonly types: string;
}

interface NewSheet {
  readonly name: string;
  /** Names of the sheets that are there. */
  readonly others: readonly string[];
  readonly part: string;
}

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml';
const sheetTag = /<([\w.-]+:)?sheet\s[^>]*?([\w.-]+:id)\s*=\s*["'][^>]*>/;
const relationTag = /<([\w.-]+:)?Relationship\s(?:[^>]*?\s)?Type\s*=\s*["']([^"']*\/worksheet)["'][^>]*>/;

/** @returns null if the workbook lists its sheets in an unusual way */
export function addSheetToLists(lists: SheetLists, { name, others, part }: NewSheet): SheetLists | null {
  const [, prefix = '', idName] = sheetTag.exec(lists.workbook) ?? [];
  const [, ofRelation = '', relationType] = relationTag.exec(lists.relations) ?? [];
  const [, ofType = ''] = /<([\w.-]+:)?Override\s/.exec(lists.types) ?? [];
  // A prefix that is declared in another sheet's element does not hold for a new one.
  const [head = ''] = lists.workbook.split(sheetTag, 1);
  const isDeclared = head.includes(`xmlns:${idName?.split(':')[0]}=`);
  if (!idName || !relationType || !isDeclared) return null;
  const id = findFreeId(lists.relations);
  const number = 1 + Math.max(...listNumbers(lists.workbook, /\ssheetId\s*=\s*["'](\d+)/g));
  const title = toAttributeText(makeDistinct([...others, name]).at(-1) ?? name);
  const sheet = `<${prefix}sheet name="${title}" sheetId="${number}" ${idName}="${id}"/>`;
  const relation = `<${ofRelation}Relationship Id="${id}" Type="${relationType}" Target="/${part}"/>`;
  const type = `<${ofType}Override PartName="/${part}" ContentType="${sheetType}"/>`;
  const workbook = insertBeforeEnd(lists.workbook, 'sheets', sheet);
  const relations = insertBeforeEnd(lists.relations, 'Relationships', relation);
  const types = insertBeforeEnd(lists.types, 'Types', type);
  return workbook && relations && types ? { workbook, relations, types } : null;
}

function findFreeId(relations: string): string {
  return `rId${1 + Math.max(0, ...listNumbers(relations, /\sId\s*=\s*["']rId(\d+)["']/g))}`;
}

function listNumbers(xml: string, pattern: RegExp): number[] {
  return [...xml.matchAll(pattern)].map(([, number]) => Number(number));
}

/** Null if the element does not end exactly once: then nobody knows where it does. */
function insertBeforeEnd(xml: string, element: string, added: string): string | null {
  const parts = xml.split(new RegExp(`(?=</(?:[\\w.-]+:)?${element}\\s*>)`));
  return parts.length === 2 ? parts.join(added) : null;
}
