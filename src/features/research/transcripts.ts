import type { Sign } from './content-signs.ts';
import { findSpokenParagraphs, findSpokenTurns } from './spoken-turns.ts';
import { hasTalk, parseValues } from './talk-values.ts';
import { findTimedTurns } from './timed-turns.ts';
import { findTranscriptFormat } from './transcript-formats.ts';
import { countSpeakers, toTalk } from './turn-forms.ts';

/**
 * Recognises raw transcripts of chats, calls, interviews and meetings by their export format, by the shape of turns,
 * and by how people speak, but never by a single line. One sign is enough. Blank lines are ignored.
 */
export function findTranscriptSigns(text: string): Sign[] {
  const shown = text.split('\n').flatMap((line, at) =>
    line.split(lineBreak).flatMap((part) => {
      const whole = part.trim();
      if (whole === '') return [];
      return [{ whole, trimmed: whole.slice(0, maxLineLength), number: at + 1 }];
    }),
  );
  const lines = shown.map(({ trimmed }) => trimmed);
  const found =
    findTranscriptFormat(text, lines) ??
    findNumberedSpeakers(lines) ??
    findTimedTurns(lines) ??
    findSpokenTurns(lines) ??
    findSpokenParagraphs(shown.map(({ whole }) => whole)) ??
    findFillers(text, lines) ??
    (parseValues(text).some((value) => hasTalk(value)) ? { rule: 'chat_format', line: 1 } : null);
  if (!found) return [];
  return [{ reason: 'raw_transcript', rule: found.rule, line: shown[found.line - 1]?.number ?? 1 }];
}

/** Line breaks of other systems and pages, including escaped ones. */
const lineBreak = /\r|[\u0085\u2028\u2029]|<br\s?\/?>|\\[rn]/i;

/** The marks of a turn are at the beginning of its line. */
const maxLineLength = 600;

const numberedSpeaker =
  /^[\s>*_#\-[(\d:.\])]{0,40}((?:話者|発言者|発話者|参加者|speaker|participant|spk)[\s_]{0,3}[A-Z0-9]{1,3})(?:\*\*)?\s{0,3}(?:[:)\]]|$)/i;

/** Speakers numbered by a program. In a mere list of speakers, each appears once. */
function findNumberedSpeakers(lines: readonly string[]) {
  const turns = lines.flatMap((line, at) => {
    const speaker = numberedSpeaker.exec(line)?.[1]?.toLowerCase();
    if (speaker === undefined) return [];
    return [{ line: at + 1, speaker }];
  });
  const { speakers } = countSpeakers(turns);
  const speakAgain = turns.length >= 3 && speakers >= 2 && speakers < turns.length;
  return toTalk(speakAgain, 'numbered_speakers', turns);
}

const filler =
  /え[ーえ]{0,3}っ?と|えー、|あの[ーう]|あの、|うーん|んー|(?<![\p{L}])まあ、|\b(?:um+|uh+|erm)\b|\byou know,|\bi mean,/giu;
const minFillers = 4;
/** They must occur within this many characters. Written notes may quote one, but speech is full of them. */
const fillersWithin = 400;

function findFillers(text: string, lines: readonly string[]) {
  const at = [...text.matchAll(filler)].map(({ index }) => index);
  const isSpeech = at.some(
    (place, n) => (at[n + minFillers - 1] ?? Number.POSITIVE_INFINITY) - place <= fillersWithin,
  );
  if (isSpeech)
    return { rule: 'spoken_words', line: lines.findIndex((line) => line.search(filler) !== -1) + 1 };
  return null;
}
