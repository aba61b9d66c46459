import { mannerOf } from './speech.ts';
import { isTalk as areTurns } from './spoken-turns.ts';
import { type Turn, turnsWithin } from './turn-forms.ts';

/** Talk that is kept as JSON: messages of chats, segments of recognisers, turns. */

const chatRoles = /^(?:user|assistant|system|tool|human|developer|function|model)$/i;
const saidKeys = ['content', 'text', 'parts', 'message', 'tool_calls'];

const plainKey = (key: string) => key.toLowerCase().replace(/[_\s-]/g, '');
/** Who speaks, in words that mean nothing else. */
const speakerKeys =
  /^(?:speaker|speakerid|speakername|speakerlabel|話者|発言者|発話者|sender|sendername|送信者)$/;
/** Also who wrote a page or sent a file. */
const writerKeys = /^(?:user|userid|username|author|from|participant|who|name|role)$/;
const speechKeys = /^(?:text|content|message|body|msg|said|parts|line|says|words|本文|内容|メッセージ)$/;
const certainSpeechKeys = /^(?:utterance|transcript|発言|発言内容|発話|発話内容)$/;
const slackTime = /^\d{10}\.\d{6}$/;
/** What holds a bound in other places holds here: nobody keeps talk deeper. */
const maxDepth = 20;

/** Names of what holds talk and nothing else. */
const talkKeys =
  /^(?:talk|dialogue?|conversation|transcript|transcription|rawtranscript|turns|utterances|文字起こし|議事録|会話|対話)$/;
/** Roles that persons and accounts have, not those of a chat. */
const roleKeys = /^(?:roles?|users?|accounts?|members|permissions?|groups?|system)$/;

/** Whether a JSON value holds messages: a role with what was said, turns of speakers, or segments with times. */
export function holdsTalk(value: unknown, levels = maxDepth, key = ''): boolean {
  if (typeof value === 'string')
    return talkKeys.test(key) && areAlternating(value.split('\n').flatMap((line) => turnsWithin(line, 1)));
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  if (Array.isArray(value))
    return (
      isTalk(value, key) || value.some((item) => holdsTalk(item, levels - 1, Array.isArray(item) ? '' : key))
    );
  if (!roleKeys.test(key) && isChatMessage(value)) return true;
  return Object.entries(value).some(([name, inner]) => holdsTalk(inner, levels - 1, plainKey(name)));
}

/** Two turns are a quotation, but not where their name says that they are talk. */
function areAlternating(turns: readonly Turn[]): boolean {
  return turns.length >= 2 && turns.some(({ speaker }, at) => at > 0 && speaker !== turns[at - 1]?.speaker);
}

function isChatMessage(value: object): boolean {
  const role = 'role' in value ? value.role : 'speaker' in value ? value.speaker : undefined;
  return (
    typeof role === 'string' && chatRoles.test(role) && saidKeys.some((key) => Object.hasOwn(value, key))
  );
}

function isTalk(items: readonly unknown[], key: string): boolean {
  const records = items.filter((item): item is object => typeof item === 'object' && item !== null);
  if (records.length < 2) return false;
  const found = records.map((record) => (Array.isArray(record) ? pairOf(record) : turnOf(record)));
  if (found.filter((turn) => turn?.certain).length >= 2) return true;
  const segments = records.filter(isSegment);
  if (segments.length >= 2 && segments.some(({ text }) => mannerOf(text) !== 'written')) return true;
  const turns = found.flatMap((turn) => turn ?? []);
  // Who writes may also be a page's author: then it is what they say that decides.
  return areTurns(turns, true) && !reviewKeys.test(key) ? true : talkKeys.test(key) && areAlternating(turns);
}

const reviewKeys = /^(?:reviews?|comments?|ratings?|voices?|口コミ|レビュー)$/;

/** Who speaks and what was said, as a list of two. */
function pairOf(pair: readonly unknown[]): (Turn & { readonly certain: boolean }) | null {
  const [speaker, said] = pair;
  return pair.length === 2 && typeof speaker === 'string' && typeof said === 'string' && speaker.length <= 40
    ? { line: 1, speaker, said: said.slice(0, 600), certain: false }
    : null;
}

function turnOf(record: object): (Turn & { readonly certain: boolean }) | null {
  const members = Object.entries(record).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[plainKey(key), String(value)] as const] : [],
  );
  const textOf = (keys: RegExp) => members.find(([key]) => keys.test(key))?.[1];
  const speaker = textOf(speakerKeys);
  const writer = speaker ?? textOf(writerKeys);
  const certainly = textOf(certainSpeechKeys);
  const said = certainly ?? textOf(speechKeys);
  if (writer === undefined || said === undefined) return null;
  const ofChatTool = members.some(([key, value]) => key === 'ts' && slackTime.test(value));
  return {
    line: 1,
    speaker: writer,
    said: said.slice(0, 600),
    certain: certainly !== undefined || ofChatTool,
  };
}

/** A stretch of sound: its times are fractions of a second or clock times, not years or places in a text. */
function isSegment(record: object): record is { readonly text: string } {
  const { start, end, text } = record as Readonly<Record<string, unknown>>;
  const isTime = (value: unknown) =>
    typeof value === 'number'
      ? !Number.isInteger(value)
      : typeof value === 'string' && /^\d{1,2}:\d{2}/.test(value);
  return typeof text === 'string' && (isTime(start) || isTime(end));
}

const maxFences = 100;
const fence = /^ {0,3}(?:```|~~~)[\w-]{0,20}[ \t]*\n([\s\S]*?)^ {0,3}(?:```|~~~)/gm;

/** JSON values that a text holds: the whole of it, its fenced parts, or one a line. */
export function valuesIn(text: string): unknown[] {
  const parts = [text, ...[...text.matchAll(fence)].slice(0, maxFences).map(([, inner = '']) => inner)];
  return parts.flatMap((part) => {
    const trimmed = part.trim();
    if (!/^[[{]/.test(trimmed)) return [];
    const whole = parsed(trimmed);
    if (whole !== undefined) return [whole];
    return [leadingValues(trimmed.split('\n'))];
  });
}

/** Values that are kept one a line, as far as they are values: each that is none costs an exception. */
function leadingValues(lines: readonly string[]): unknown[] {
  const values: unknown[] = [];
  for (const line of lines) {
    const value = line.startsWith('{') ? parsed(line) : undefined;
    if (value === undefined) break;
    values.push(value);
  }
  return values;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
