import type { Sign } from './content-signs.ts';

/** Raw transcripts of chats, calls and meetings, known by the shape of their turns, never by a single line. */

interface Turn {
  readonly line: number;
  readonly speaker: string;
}

export function transcriptSigns(text: string): Sign[] {
  const lines = text.split('\n');
  const found = [
    markers(text, lines),
    chatTurns(lines),
    headedTurns(lines),
    recurring('numbered_speakers', turnsOf(lines, numberedSpeaker), 3),
    recurring('timed_turns', turnsOf(lines, timedTurn), 4),
    recurring('timed_turns', turnsOf(lines, nameThenTime), 4),
    recurring('timed_turns', turnsOf(lines, messengerExport), 3),
    recurring('named_turns', turnsOf(lines, honorificTurn), 4),
    subtitles(lines),
  ].flatMap((sign) => (sign ? [sign] : []));
  return found.slice(0, 1);
}

const sign = (rule: string, line: number): Sign => ({ reason: 'raw_transcript', rule, line });

const markerPattern =
  /<\|(?:im_start|im_end|start_header_id|user|assistant|system|endoftext)\|>|\[\/?INST\]|<<SYS>>|"tool_calls"\s*:|<function_calls>|"role"\s*:\s*"(?:user|assistant|system|tool|human|developer)"\s*,\s*"(?:content|parts|text)"|"(?:content|parts|text)"\s*:\s*(?:"[^"\n]{0,2000}"|\[[^\]]{0,2000}\])\s*,\s*"role"\s*:\s*"(?:user|assistant|system|tool|human)"|^WEBVTT\b|^\[LINE\].*トーク履歴/m;

function markers(text: string, lines: readonly string[]): Sign | null {
  if (!markerPattern.test(text)) return null;
  const at = lines.findIndex((line) => markerPattern.test(line));
  return sign('chat_format', at + 1);
}

const lead = '^[\\s>*_#-]*';
const asker = 'user|human|me|you|ユーザー?|人間|質問者|利用者|お客様|顧客|customer|caller|interviewer|聞き手';
const answerer =
  'assistant|ai|chatgpt|gpt-?[\\d.o]*|claude|gemini|copilot|bot|アシスタント|ボット|回答者|オペレーター?|担当者|agent|operator|interviewee|話し手';
const tail = '(?:\\*\\*|__)?\\s*(?:[(\\[][^)\\]]{0,30}[)\\]])?\\s*:(?:\\*\\*|__)?\\s*\\S';
const askerTurn = new RegExp(`${lead}(?:${asker})${tail}`, 'i');
const answererTurn = new RegExp(`${lead}(?:${answerer})${tail}`, 'i');

/** Someone asks and a machine or an agent answers, in turns. */
function chatTurns(lines: readonly string[]): Sign | null {
  return alternating('chat_turns', lines, askerTurn, answererTurn, 3);
}

const askerHead = /^\s*(?:#{1,6}\s*|\*\*|__)(?:user|human|you|ユーザー?|人間)(?:\*\*|__)?\s*(?:said)?:?\s*$/i;
const answererHead =
  /^\s*(?:#{1,6}\s*|\*\*|__)(?:assistant|ai|chatgpt|claude|gemini|copilot|アシスタント)(?:\*\*|__)?\s*(?:said)?:?\s*$/i;

function headedTurns(lines: readonly string[]): Sign | null {
  return alternating('chat_turns', lines, askerHead, answererHead, 2);
}

function alternating(
  rule: string,
  lines: readonly string[],
  one: RegExp,
  other: RegExp,
  least: number,
): Sign | null {
  const turns = lines.flatMap((line, at) => {
    if (one.test(line)) return [{ line: at + 1, speaker: 'one' }];
    return other.test(line) ? [{ line: at + 1, speaker: 'other' }] : [];
  });
  const changes = turns.filter((turn, at) => at > 0 && turn.speaker !== turns[at - 1]?.speaker).length;
  const [first] = turns;
  return first && turns.length >= least && changes >= least - 1 ? sign(rule, first.line) : null;
}

const numberedSpeaker =
  /^[\s>*_\-[(\d:.\])]*((?:話者|発言者|発話者|参加者|speaker|participant|spk)[\s_]*[A-Z0-9]{1,3})(?:\*\*)?\s*[:)\]]/i;
const timedTurn =
  /^[\s>*_[(]*(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d+)?(?:\s*[ap]m)?[\])]*\s*[-–|]?\s*([^\s:\d][^:\n]{0,29}?)(?:\*\*)?\s*:\s*\S/i;
const nameThenTime =
  /^[\s>*_]*([^\s:\d][^:\n\d]{0,29}?)(?:\*\*)?\s+[[(]?(?:\d{1,2}:)?\d{1,2}:\d{2}(?:\s*[ap]m)?[\])]?\s*$/i;
const messengerExport = /^\[?\d{1,2}:\d{2}(?::\d{2})?\]?\t([^\t\n]{1,40})\t\S/;
const honorificTurn = /^[\s>*_-]*([^\s:、。]{1,12}(?:さん|様|氏))(?:\*\*)?\s*:\s*\S/;

function turnsOf(lines: readonly string[], pattern: RegExp): Turn[] {
  return lines.flatMap((line, at) => {
    const speaker = pattern.exec(line)?.[1];
    return speaker === undefined ? [] : [{ line: at + 1, speaker: speaker.toLowerCase() }];
  });
}

/** In a talk few speakers take many turns; in a timetable or a list of people each label stands once. */
function recurring(rule: string, turns: readonly Turn[], least: number): Sign | null {
  const speakers = new Set(turns.map(({ speaker }) => speaker)).size;
  const [first] = turns;
  return first && turns.length >= least && speakers >= 2 && speakers * 3 <= turns.length * 2
    ? sign(rule, first.line)
    : null;
}

const cue = /^\s*(?:\d{2}:)?\d{2}:\d{2}[.,]\d{3}\s*-->\s*(?:\d{2}:)?\d{2}:\d{2}[.,]\d{3}/;

function subtitles(lines: readonly string[]): Sign | null {
  const cues = lines.flatMap((line, at) => (cue.test(line) ? [at + 1] : []));
  const [first] = cues;
  return first !== undefined && cues.length >= 2 ? sign('subtitles', first) : null;
}

const chatRoles = /^(user|assistant|system|tool|human|developer|function|model)$/i;
const saidKeys = ['content', 'text', 'parts', 'message', 'tool_calls'];

/** Whether a JSON value holds a message of a chat: a role of one with what was said. */
export function holdsChatMessages(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsChatMessages);
  const role = 'role' in value ? value.role : 'speaker' in value ? value.speaker : undefined;
  if (typeof role === 'string' && chatRoles.test(role) && saidKeys.some((key) => Object.hasOwn(value, key)))
    return true;
  return Object.values(value).some(holdsChatMessages);
}
