import { isTalk as areTurns, type Turn } from './spoken-turns.ts';

/** Talk that is kept as JSON: messages of chats, segments of recognisers, turns. */

const chatRoles = /^(?:user|assistant|system|tool|human|developer|function|model)$/i;
const saidKeys = ['content', 'text', 'parts', 'message', 'tool_calls'];

const plainKey = (key: string) => key.toLowerCase().replace(/[_\s-]/g, '');
/** Who speaks, in words that mean nothing else. */
const speakerKeys =
  /^(?:speaker|speakerid|speakername|speakerlabel|話者|発言者|発話者|sender|sendername|送信者)$/;
/** Also who wrote a page or sent a file. */
const writerKeys = /^(?:user|userid|username|author|from|participant|who|name|role)$/;
const speechKeys = /^(?:text|content|message|body|msg|said|parts|本文|内容|メッセージ)$/;
const certainSpeechKeys = /^(?:utterance|transcript|発言|発言内容|発話|発話内容)$/;
const slackTime = /^\d{10}\.\d{6}$/;
/** What holds a bound in other places holds here: nobody keeps talk deeper. */
const deepest = 20;

/** Whether a JSON value holds messages: a role with what was said, turns of speakers, or segments with times. */
export function holdsTalk(value: unknown, levels = deepest): boolean {
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  if (Array.isArray(value)) return isTalk(value) || value.some((item) => holdsTalk(item, levels - 1));
  return isChatMessage(value) || Object.values(value).some((inner) => holdsTalk(inner, levels - 1));
}

function isChatMessage(value: object): boolean {
  const role = 'role' in value ? value.role : 'speaker' in value ? value.speaker : undefined;
  return (
    typeof role === 'string' && chatRoles.test(role) && saidKeys.some((key) => Object.hasOwn(value, key))
  );
}

function isTalk(items: readonly unknown[]): boolean {
  const records = items.filter((item): item is object => typeof item === 'object' && item !== null);
  if (records.length < 2) return false;
  const turns = records.map(turnOf);
  if (turns.filter((turn) => turn?.certain).length >= 2) return true;
  if (records.filter(isSegment).length >= 2) return true;
  // Who writes may also be a page's author: then it is what they say that decides.
  return areTurns(
    turns.flatMap((turn) => turn ?? []),
    true,
  );
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
    certain: speaker !== undefined || certainly !== undefined || ofChatTool,
  };
}

/** A stretch of sound: its times are fractions of a second or clock times, not years or places in a text. */
function isSegment(record: object): boolean {
  const { start, end, text } = record as Readonly<Record<string, unknown>>;
  const isTime = (value: unknown) =>
    typeof value === 'number'
      ? !Number.isInteger(value)
      : typeof value === 'string' && /^\d{1,2}:\d{2}/.test(value);
  return typeof text === 'string' && (isTime(start) || isTime(end));
}

const fence = /^ {0,3}(?:```|~~~)[\w-]{0,20}[ \t]*\n([\s\S]*?)^ {0,3}(?:```|~~~)/gm;

/** JSON values that a text holds: the whole of it, its fenced parts, or one a line. */
export function valuesIn(text: string): unknown[] {
  const parts = [text, ...[...text.matchAll(fence)].map(([, inner = '']) => inner)];
  return parts.flatMap((part) => {
    const trimmed = part.trim();
    if (!/^[[{]/.test(trimmed)) return [];
    const whole = parsed(trimmed);
    if (whole !== undefined) return [whole];
    const lines = trimmed.split('\n').filter((line) => line.startsWith('{'));
    return [lines.map(parsed).filter((value) => value !== undefined)];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
