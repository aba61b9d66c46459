import { detectManner, detectSpeaker } from './speech.ts';
import { countSpeakers, type DetectedTalk, type FormedTurn, toTalk } from './turn-forms.ts';

/** Turns with a time, as meeting and chat tools export and copy them. */

const time = String.raw`(?:午前|午後)?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?(?:\s?[ap]\.?m\.?)?`;
const date = String.raw`(?:\d{4}[/.-]\d{1,2}[/.-]\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4})`;
const stamp = String.raw`[[(]?(?:${date}[,\s]{1,3})?${time}[\])]?`;
const name = String.raw`([^\s:\d<。、][^:\n。、<>]{0,39}?)`;
const spelled = String.raw`\d{1,3} ?(?:hours?|minutes?|seconds?|時間|分|秒)(?: ?\d{1,2} ?(?:minutes?|seconds?|分|秒)){0,2}`;

const certainForms: readonly RegExp[] = [
  new RegExp(String.raw`^${stamp}\s{0,3}<([^>\s]{1,40})>\s(.*)$`, 'i'),
  new RegExp(String.raw`^${stamp}\t([^\t]{1,40})\t(.*)$`, 'i'),
  new RegExp(String.raw`^${stamp}\s+(?:From|開始)\s+([^:]{1,40}?)\s+(?:to|から)\s[^:]{1,60}:\s*(.*)$`, 'i'),
];
const timeThenLabel = new RegExp(
  String.raw`^${stamp}\s{0,3}[-–|]?\s{0,3}${name}(?:\*\*)?:(?:\*\*)?\s*(\S.*)$`,
  'i',
);
const timeThenWords = new RegExp(String.raw`^${stamp}\s(\S{1,20})\s(\S.*)$`, 'i');
const stampFirst = new RegExp(`^${stamp}`, 'i');
/** A name and a time on one line, with what was said below. */
const heads: readonly RegExp[] = [
  new RegExp(String.raw`^${stamp}\s{1,3}${name}$`, 'i'),
  new RegExp(
    String.raw`^\[?${name}\]?(?:\*\*)?[\s,—–-]{1,8}(?:today at |yesterday at |今日 ?|昨日 ?)?${stamp}$`,
    'i',
  ),
];
const stampAlone = new RegExp(`^(?:${stamp}|${spelled})$`, 'i');
const speakerAlone = /^[^\s:\d。、][^:\n。、]{0,39}$/;
/** Lines of a log file. */
const logLevel = /^\W?(?:trace|debug|info|notice|warn(?:ing)?|error|fatal|critical)\b/i;

export function findTimedTurns(lines: readonly string[]): DetectedTalk | null {
  const bare = lines.map((line) => line.replace(/^[\s>*_|]+/, ''));
  const turns = bare.flatMap((line, at) => parseTimedTurn(line, at, bare) ?? []);
  const { speakers } = countSpeakers(turns);
  // In a conversation, few speakers take many turns. In a timetable, each label appears once, or nothing is spoken.
  const areNames =
    turns.filter(({ speaker }) => detectSpeaker(speaker) !== null).length * 3 >= turns.length * 2;
  const maxSpeakers = areNames ? turns.length - 1 : (turns.length * 2) / 3;
  if (turns.length < 3 || speakers < 2 || speakers > maxSpeakers) return null;
  const heard = turns.filter(({ said, certain }) => certain || detectManner(said) !== 'written').length;
  return toTalk(heard * 3 >= turns.length, 'timed_turns', turns);
}

function parseTimedTurn(line: string, at: number, lines: readonly string[]): FormedTurn | null {
  if (!/\d/.test(line)) return null;
  const createTurn = (speaker: string | undefined, said: string, certain: boolean): FormedTurn | null => {
    if (speaker === undefined || logLevel.test(speaker)) return null;
    return { line: at + 1, speaker: speaker.toLowerCase().trim(), said, certain };
  };
  for (const form of certainForms) {
    const match = form.exec(line);
    if (match) return createTurn(match[1], match[2] ?? '', true);
  }
  const below = lines[at + 1] ?? '';
  if (stampAlone.test(line)) {
    const above = lines[at - 1] ?? '';
    if (speakerAlone.test(above)) return createTurn(above, below, false);
    return null;
  }
  const labelled = timeThenLabel.exec(line);
  if (labelled) return createTurn(labelled[1], labelled[2] ?? '', false);
  const head = heads.map((form) => form.exec(line)).find(Boolean);
  if (head && below !== '' && !stampFirst.test(below) && !heads.some((form) => form.test(below)))
    return createTurn(head[1], below, false);
  const words = timeThenWords.exec(line);
  if (words) return createTurn(words[1], words[2] ?? '', false);
  return null;
}
