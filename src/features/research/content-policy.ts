import { isIbanAlone } from './bank-details.ts';
import { type RejectionReason, rejectionReasons, type Sign } from './content-signs.ts';
import { findCustomerSecretSigns } from './customer-secrets.ts';
import { isNameOfQuantity } from './divided-bank-details.ts';
import { findPrivateUrlSigns, findSourceUrlFault, notPublicHttp } from './private-urls.ts';
import {
  collectLabelledTexts,
  collectTexts,
  collectValues,
  type FieldText,
  formatLabelledText,
  toReadable,
} from './readable-text.ts';
import { findSecretSigns, isSecretValue } from './secrets.ts';
import { hasTalk } from './talk-values.ts';
import { findTranscriptSigns } from './transcripts.ts';

/** The parts of an item that callers write. All of them are checked. */
export interface ResearchContent {
  readonly contentMarkdown?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly sourceUrl?: string | null | undefined;
  readonly dedupeKey?: string | null | undefined;
  readonly job?: string | null | undefined;
  readonly evidence?: unknown;
  readonly producer?: unknown;
  readonly structuredPayload?: unknown;
}

/** Why an item is refused: the place and the rule. It never repeats what was found. */
export interface Rejection {
  readonly field: string;
  readonly reason: RejectionReason;
  readonly rule: string;
  readonly line: number;
  readonly message: string;
}

/** More would not help, and a hostile item could have thousands. */
const maxRejections = 20;

/**
 * Why the content must not be stored (docs/specification.md#research-fields: no raw transcripts, API keys, customer
 * secrets or private URLs); empty when it may be stored.
 */
export async function findContentRejections(content: ResearchContent): Promise<Rejection[]> {
  const found: Rejection[] = [];
  const { sourceUrl, ...others } = content;
  if (sourceUrl !== undefined && sourceUrl !== null) {
    const fault = findSourceUrlFault(sourceUrl);
    if (fault) found.push(createRejection('sourceUrl', { ...fault, line: 1 }));
    for (const sign of await findSecretSigns(toReadable(sourceUrl)))
      found.push(createRejection('sourceUrl', sign));
    for (const sign of findCustomerSecretSigns(extractParameters(sourceUrl)))
      found.push(createRejection('sourceUrl', { ...sign, line: 1 }));
  }
  for (const [name, value] of Object.entries(others))
    found.push(...(await findPartRejections(collectTexts(value, name), maxRejections, findSigns)));
  for (const field of ['evidence', 'producer', 'structuredPayload'] as const) {
    if (hasTalk(content[field]))
      found.push(createRejection(field, { reason: 'raw_transcript', rule: 'chat_format', line: 1 }));
    const members = collectLabelledTexts(content[field], field);
    found.push(...(await findPartRejections(members, maxRejections, findNumberSigns)));
    for (const path of findSecretMembers(content[field], field))
      found.push(createRejection(path, { reason: 'secret', rule: 'assigned_secret', line: 1 }));
  }
  // The parts of bank details may be divided over the texts of an item.
  if (found.length === 0) found.push(...(await findCombinedRejections(content)));
  return removeDuplicates(found).slice(0, maxRejections);
}

/**
 * Where customers' secrets are that only several texts or lines show together: with the names of members, because they say
 * what a number is; without them, because a label can be a value itself; and in one line, because a label can be a line.
 */
async function findCombinedRejections(content: Omit<ResearchContent, 'sourceUrl'>): Promise<Rejection[]> {
  const { title, dedupeKey, job, ...long } = content;
  const about = toReadable(title ?? '');
  const collectParts = (read: typeof collectValues): FieldText[] => {
    const short = Object.entries({ dedupeKey, job, title }).flatMap(([name, value]) => read(value, name));
    const content = read(long.contentMarkdown, 'contentMarkdown');
    const members = collectMembers(long, read);
    // Twice, because a number can stand in the field before that of its label. The content often has its title in it.
    const again = short.filter(({ text }) => !long.contentMarkdown?.includes(text));
    return [...short, ...content, ...again, ...members, ...members];
  };
  const found: Rejection[] = [];
  for (const [read, shown] of [
    [collectLabelledParts, toReadable],
    [collectTexts, toReadable],
    [collectNumbers, joinLines],
  ] as const)
    found.push(
      ...(await findPartRejections(collectParts(read), maxRejections, async (text) =>
        findCustomerSecretSigns(shown(text), about),
      )),
    );
  return found;
}

function collectMembers(
  { evidence, producer, structuredPayload }: ResearchContent,
  read: typeof collectValues,
): FieldText[] {
  return Object.entries({ evidence, producer, structuredPayload }).flatMap(([name, value]) =>
    read(value, name),
  );
}

const collectLabelledParts: typeof collectValues = (value, name) => {
  if (typeof value === 'string') return collectValues(value, name);
  return collectLabelledTexts(value, name);
};

/** Values without the names of their members, except what the name says to be an amount. */
const collectNumbers: typeof collectValues = (value, name) => collectValues(value, name, isNameOfQuantity);

const joinLines = (text: string): string => toReadable(text).replaceAll(/\s+/g, ' ');

/**
 * Checks all texts of a part together, which is one check for thousands of small texts and finds a transcript that is
 * stored line by line. If it finds signs, it checks halves to locate them.
 */
async function findPartRejections(
  texts: readonly FieldText[],
  max: number,
  signsIn: (text: string) => Promise<Sign[]>,
): Promise<Rejection[]> {
  const [first] = texts;
  if (!first || max <= 0) return [];
  const signs = await signsIn(texts.map(({ text }) => text).join('\n'));
  if (signs.length === 0 || texts.length === 1)
    return signs.slice(0, max).map((sign) => createRejection(first.field, sign));
  const middle = Math.ceil(texts.length / 2);
  const earlier = await findPartRejections(texts.slice(0, middle), max, signsIn);
  const later = await findPartRejections(texts.slice(middle), max - earlier.length, signsIn);
  const located = [...earlier, ...later];
  // A transcript may be visible only in several texts together.
  if (located.length > 0) return located;
  return signs.map((sign) => createRejection(first.field, { ...sign, line: 1 }));
}

async function findSigns(text: string): Promise<Sign[]> {
  const seen = toReadable(text);
  return [
    ...findPrivateUrlSigns(seen),
    ...(await findSecretSigns(seen)),
    ...findTranscriptSigns(seen),
    ...findCustomerSecretSigns(seen),
  ];
}

async function findNumberSigns(text: string): Promise<Sign[]> {
  return findCustomerSecretSigns(toReadable(text));
}

/** Parameters with their names, and IBANs in the path. Other numbers in a path usually identify pages. */
function extractParameters(address: string): string {
  if (!URL.canParse(address)) return '';
  const { pathname, searchParams, hash } = new URL(address);
  const parameters = [...searchParams, ...new URLSearchParams(hash.replace(/^#!?\/?\??/, ''))];
  // Words in a path are written by people, as in a note.
  const accounts = pathname
    .split('/')
    .map(decodePart)
    .filter((part) => isIbanAlone(part) || /[^\x20-\x7e]/.test(part));
  return toReadable(
    [...accounts, ...parameters.map(([name, value]) => formatLabelledText(name, value))].join('\n'),
  );
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const secretLabel =
  /^(?:.*[_-])?(?:pass(?:word|wd|phrase)|pwd|(?:api|access|secret|private|client|auth)[_-]?(?:key|token|secret)|token|secret|credentials?|authorization|cookie)$/i;

/** The paths of members whose name says that their value is a secret. */
function findSecretMembers(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, at) => findSecretMembers(item, `${path}[${at}]`));
  return Object.entries(value).flatMap(([key, inner]) => {
    // camelCase and snake_case name the same thing.
    const name = key.replace(/([a-z])([A-Z])/g, '$1_$2');
    if (typeof inner === 'string') {
      if (secretLabel.test(name) && isSecretValue(/pass|pwd/i.test(name) ? 'password' : 'key', inner))
        return [`${path}.${key.slice(0, 40)}`];
      return [];
    }
    return findSecretMembers(inner, `${path}.${key.slice(0, 40)}`);
  });
}

function createRejection(field: string, { reason, rule, line }: Sign): Rejection {
  const message =
    rule === notPublicHttp
      ? 'A source must have a public address that begins with http:// or https://.'
      : rejectionReasons[reason];
  return { field, reason, rule, line, message };
}

function removeDuplicates(rejections: readonly Rejection[]): Rejection[] {
  const buildKey = ({ field, reason, line }: Rejection) => `${field} ${reason} ${line}`;
  return [...new Map(rejections.map((one) => [buildKey(one), one] as const)).values()];
}
