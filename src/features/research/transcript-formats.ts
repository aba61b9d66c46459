import { combineExpressions } from '../../text/letters/word-patterns.ts';
import { detectManner } from './speech.ts';
import { isTalk } from './spoken-turns.ts';
import type { DetectedTalk } from './turn-forms.ts';

/** Recognises files of chats, subtitles and speech recognition by their markers. */

const markerPattern = combineExpressions(
  [
    /<\|(?:im_start|im_end|start_header_id|user|assistant|system|endoftext)\|>|\[\/?INST\]|<<SYS>>/,
    /"tool_calls"\s*:|<function_calls>/,
    /"role"\s*:\s*"(?:user|assistant|system|tool|human|developer)"\s*,\s*"(?:content|parts|text)"/,
    /"(?:content|parts|text)"\s*:\s*(?:"[^"\n]{0,2000}"|\[[^\]]{0,2000}\])\s*,\s*"role"\s*:\s*"(?:user|assistant|system|tool|human)"/,
    /^\s{0,3}(?:WEBVTT|webvtt)\b|^Dialogue: ?\d{1,3},\d{1,2}:\d{2}:\d{2}/,
    /^\[LINE\].{0,100}トーク履歴|\[rp aid=\d{1,12} to=|^\s{0,3}\[To:\d{3,12}\]|\[qtmeta aid=\d/,
  ],
  'm',
);

const clock = String.raw`(?:\d{1,2}:)?\d{1,2}:\d{2}`;
const fine = String.raw`(?:${clock}[.,]\d{1,3}|\d{1,2}:\d{2}:\d{2})`;
/** Two times with seconds or finer. Business hours and timetables have only minutes. */
const cue = new RegExp(
  String.raw`^[[(]?(?:${fine}\s{0,3}(?:-->|-|–|~|〜|,)\s{0,3}${fine}|${clock}(?:[.,]\d{1,3})?\s{0,3}-->\s{0,3}${clock}(?:[.,]\d{1,3})?)`,
);
/** Two times with seconds only. Lists of chapters have them too, without speech. */
const coarse = /^[[(]?(?:\d{1,2}:)?\d{1,2}:\d{2}\s{0,3}[-–~〜,]\s{0,3}(?:\d{1,2}:)?\d{1,2}:\d{2}(?![.,]\d)/;
const coarseCue = /^[[(]?[\d:]{4,8}\s{0,3}[-–~〜,]\s{0,3}[\d:]{4,8}[\])]?\s{0,3}/;
/** Two times with milliseconds and an arrow, anywhere in a line. */
const exactCue = /\d:\d{2}[.,]\d{3} {0,3}--> {0,3}(?:\d{1,2}:){1,2}\d{2}[.,]\d{3}/;
const voices = /<v(?:\.[\w.]{1,40})? [^<>\n]{1,80}>[^<\n]{1,300}<\/v>/;
const voice = /<v(?:\.[\w.]{1,40})? [^>\n]{1,80}>/;
const timedText = /<(?:p|span|text)\b[^>\n]{0,100}\b(?:begin|start|t)="[\d:.,smh]{1,20}"/;

const cell = String.raw`(?:^|[|,\t;])\s{0,20}"?\**`;
const cellEnd = String.raw`\**"?\s{0,20}(?=[|,\t;]|$)`;
const speakerCell = new RegExp(
  `${cell}(?:speaker(?:[ _]?(?:name|id))?|発言者|話者|発話者|sender|送信者)${cellEnd}`,
  'i',
);
const saidCell = new RegExp(
  `${cell}(?:text|utterance|transcript|transcription|message|content|発言|発言内容|発話|発話内容|内容|本文|メッセージ)${cellEnd}`,
  'i',
);

export function findTranscriptFormat(text: string, lines: readonly string[]): DetectedTalk | null {
  if (markerPattern.test(text)) return { rule: 'chat_format', line: findLine(lines, markerPattern) };
  if (lines.some((line) => voice.test(line)) && lines.some((line) => cue.test(line)))
    return { rule: 'subtitles', line: findLine(lines, cue) };
  for (const pattern of [exactCue, voices])
    if (pattern.test(text)) return { rule: 'subtitles', line: findLine(lines, pattern) };
  if (lines.filter((line) => timedText.test(line)).length >= 2)
    return { rule: 'subtitles', line: findLine(lines, timedText) };
  const cues = lines.flatMap((line, at) => (cue.test(line) ? [at] : []));
  const said = cues.filter((at) => isSaidAt(lines, at)).length;
  if (cues.length >= 2 && said * 3 >= cues.length) return { rule: 'subtitles', line: findLine(lines, cue) };
  return findSpokenTable(lines);
}

function findLine(lines: readonly string[], pattern: RegExp): number {
  return Math.max(1, lines.findIndex((line) => pattern.test(line)) + 1);
}

function isSaidAt(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (!coarse.test(line)) return true;
  const words = line.replace(coarseCue, '');
  return detectManner(words === '' ? (lines[at + 1] ?? '') : words) !== 'written';
}

/** A table with columns for the speaker and what was said. */
function findSpokenTable(lines: readonly string[]): DetectedTalk | null {
  const head = lines.findIndex((line) => speakerCell.test(line) && saidCell.test(line));
  const separator = /[|,\t;]/.exec(lines[head] ?? '')?.[0];
  if (separator === undefined) return null;
  const splitCells = (line: string) =>
    line.split(separator).map((text) => text.replace(/^[\s"*]+|["*\s]{1,20}$/g, ''));
  const names = splitCells(lines[head] ?? '');
  const findColumn = (pattern: RegExp) => names.findIndex((text) => pattern.test(text));
  const [speaker, said] = [findColumn(speakerCell), findColumn(saidCell)];
  const turns = lines.slice(head + 1).flatMap((line, below) => {
    const row = splitCells(line);
    const who = row[speaker] ?? '';
    if (/[\p{L}\d]/u.test(who))
      return [{ line: head + below + 2, speaker: who, said: row.slice(said).join(separator) }];
    return [];
  });
  if (isTalk(turns, true)) return { rule: 'table_of_talk', line: head + 1 };
  return null;
}
