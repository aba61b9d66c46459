import { detectManner } from './speech.ts';
import { isTalk as areTurns } from './spoken-turns.ts';
import { countSpeakers, type FormedTurn, parseInlineTurns, type Turn } from './turn-forms.ts';

/** Conversations stored as JSON: chat messages, segments of speech recognition, turns. */

const chatRoles = /^(?:user|assistant|system|tool|human|developer|function|model)$/i;
const saidKeys = ['content', 'text', 'parts', 'message', 'tool_calls'];

const normalizeKey = (key: string) => key.toLowerCase().replace(/[_\s-]/g, '');
/** Keys that can only mean a speaker. */
const speakerKeys =
  /^(?:speaker|speakerid|speakername|speakerlabel|話者|発言者|発話者|sender|sendername|送信者)$/;
/** Keys that can also mean the author of a page or the sender of a file. */
const writerKeys = /^(?:user|userid|username|author|from|participant|who|name|role)$/;
const speechKeys = /^(?:text|content|message|body|msg|said|parts|line|says|words|本文|内容|メッセージ)$/;
const certainSpeechKeys = /^(?:utterance|transcript|発言|発言内容|発話|発話内容)$/;
const slackTime = /^\d{10}\.\d{6}$/;
/** Conversations are not stored deeper than this. */
const maxDepth = 20;

/** Names that can only mean a conversation. */
const talkKeys =
  /^(?:talk|dialogue?|conversation|transcript|transcription|rawtranscript|turns|utterances|文字起こし|議事録|会話|対話)$/;
/** Keys for roles of persons and accounts, which are not chat roles. */
const roleKeys = /^(?:roles?|users?|accounts?|members|permissions?|groups?|system)$/;

/** Whether a JSON value contains a conversation: a role with a message, turns of speakers, or segments with times. */
export function hasTalk(value: unknown, levels = maxDepth, key = ''): boolean {
  if (typeof value === 'string')
    return (
      talkKeys.test(key) && isAlternating(value.split('\n').flatMap((line) => parseInlineTurns(line, 1)))
    );
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  if (Array.isArray(value))
    return (
      isTalk(value, key) || value.some((item) => hasTalk(item, levels - 1, Array.isArray(item) ? '' : key))
    );
  if (!roleKeys.test(key) && isChatMessage(value)) return true;
  return Object.entries(value).some(([name, inner]) => hasTalk(inner, levels - 1, normalizeKey(name)));
}

/** Two turns are usually a quotation. They are enough only for keys that name a conversation. */
function isAlternating(turns: readonly Turn[]): boolean {
  return countSpeakers(turns).changes > 0;
}

function isChatMessage(value: object): boolean {
  const { speaker, role = speaker }: { readonly role?: unknown; readonly speaker?: unknown } = value;
  return (
    typeof role === 'string' && chatRoles.test(role) && saidKeys.some((key) => Object.hasOwn(value, key))
  );
}

function isTalk(items: readonly unknown[], key: string): boolean {
  const records = items.filter((item): item is object => typeof item === 'object' && item !== null);
  if (records.length < 2) return false;
  const found = records.map((record) => (Array.isArray(record) ? parsePair(record) : parseTurn(record)));
  if (found.filter((turn) => turn?.certain).length >= 2) return true;
  const segments = records.filter(isSegment);
  if (segments.length >= 2 && segments.some(({ text }) => detectManner(text) !== 'written')) return true;
  const turns = found.flatMap((turn) => turn ?? []);
  // A writer may also be the author of a page, so what they say decides.
  if (areTurns(turns, true) && !reviewKeys.test(key)) return true;
  return talkKeys.test(key) && isAlternating(turns);
}

const reviewKeys = /^(?:reviews?|comments?|ratings?|voices?|口コミ|レビュー)$/;

/** A speaker and what was said, as an array of two. */
function parsePair(pair: readonly unknown[]): FormedTurn | null {
  const [speaker, said] = pair;
  if (pair.length === 2 && typeof speaker === 'string' && typeof said === 'string' && speaker.length <= 40)
    return { line: 1, speaker, said: said.slice(0, 600), certain: false };
  return null;
}

function parseTurn(record: object): FormedTurn | null {
  const members = Object.entries(record).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number'
      ? [[normalizeKey(key), String(value)] as const]
      : [],
  );
  const findText = (keys: RegExp) => members.find(([key]) => keys.test(key))?.[1];
  const speaker = findText(speakerKeys);
  const writer = speaker ?? findText(writerKeys);
  const certainly = findText(certainSpeechKeys);
  const said = certainly ?? findText(speechKeys);
  if (writer === undefined || said === undefined) return null;
  const ofChatTool = members.some(([key, value]) => key === 'ts' && slackTime.test(value));
  return {
    line: 1,
    speaker: writer,
    said: said.slice(0, 600),
    certain: certainly !== undefined || ofChatTool,
  };
}

/** A segment of audio: its times are fractions of a second or clock times, not years or text positions. */
function isSegment(record: object): record is { readonly text: string } {
  const { start, end, text } = record as Readonly<Record<string, unknown>>;
  const isTime = (value: unknown) => {
    if (typeof value === 'number') return !Number.isInteger(value);
    return typeof value === 'string' && /^\d{1,2}:\d{2}/.test(value);
  };
  return typeof text === 'string' && (isTime(start) || isTime(end));
}

const maxFences = 100;
const fence = /^ {0,3}(?:```|~~~)[\w-]{0,20}[ \t]*\n([\s\S]*?)^ {0,3}(?:```|~~~)/gm;

/** JSON values in a text: the whole text, a value between other text, fenced blocks, or one value on each line. */
export function parseValues(text: string): unknown[] {
  const start = text.search(/(?:\[\s{0,20})?\{\s{0,20}"/);
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf('}]') + 1);
  const between = start > 0 || end < text.length - 1 ? [text.slice(Math.max(0, start), end + 1)] : [];
  const parts = [
    text,
    ...between,
    ...[...text.matchAll(fence)].slice(0, maxFences).map(([, inner = '']) => inner),
  ];
  return parts.flatMap((part) => {
    const trimmed = part.trim();
    if (!/^[[{]/.test(trimmed)) return [];
    const whole = parseJson(trimmed);
    if (whole !== undefined) return [whole];
    return [parseLeadingValues(trimmed.split('\n'))];
  });
}

/** Values on the first lines, up to the first line that is not a value: each failed parse costs an exception. */
function parseLeadingValues(lines: readonly string[]): unknown[] {
  const values: unknown[] = [];
  for (const line of lines) {
    const value = line.startsWith('{') ? parseJson(line) : undefined;
    if (value === undefined) break;
    values.push(value);
  }
  return values;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
