import { detectSpeaker, isOffice } from './speech.ts';

/**
 * The forms in which turns of a conversation are written: a label with what was said after it or below it, in the cells
 * of a row, in tags, or several turns in one paragraph.
 */

export interface Turn {
  readonly line: number;
  readonly speaker: string;
  readonly said: string;
  /** Whether the form implies that it was spoken. */
  readonly isSpoken?: boolean;
}

/** A turn in a form that may be used only for conversations. */
export interface FormedTurn extends Turn {
  readonly certain: boolean;
}

/** A conversation that was recognised. */
export interface DetectedTalk {
  readonly rule: string;
  readonly line: number;
}

/** The first of these turns, if they are a conversation. */
export function toTalk(
  isTalk: boolean,
  rule: string,
  [first]: readonly Pick<Turn, 'line'>[],
): DetectedTalk | null {
  if (isTalk && first) return { rule, line: first.line };
  return null;
}

/** How many speakers there are, and how often one follows another. */
export function countSpeakers(turns: readonly Pick<Turn, 'speaker'>[]) {
  const speakers = new Set(turns.map(({ speaker }) => speaker)).size;
  const changes = turns.filter(({ speaker }, at) => at > 0 && speaker !== turns[at - 1]?.speaker).length;
  return { speakers, changes };
}

/** What can come before a label: quotation and list marks, headings, emphasis, a time. */
const lead =
  /^(?:[\s>#*_|•・◆◇■□●▼▶]|-(?=\s)|\d{1,3}[.)]\s)+|^[[(]?(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?[\])]?\s{0,3}[-–|]?\s{0,3}(?=\D)/;

export function stripLead(line: string): string {
  const bare = line.replace(lead, '');
  if (bare === line) return line;
  return bare.replace(lead, '');
}

/** Forms that are clear by themselves. The label may be any word. */
const labelled: readonly RegExp[] = [
  /^([^\s:[<(【][^:\n]{0,79}?)(?:\*\*|__)?\s{0,3}(?:[[(]\d{1,2}:\d{2}(?::\d{2})?[\])])?\s{0,3}:(?!\/\/)(?:\*\*|__)?\s*(.*)$/,
  /^[【[<(]([^】\]>)\s][^】\]>)\n]{0,19})[】\]>)](?![(:/])\s*(\S.*)$/,
  /^([^\s「」『』:、。,.]{1,12})\s?[「『](.+)$/,
  /^[○◯〇]\s?(\S{1,20}(?:\([^)]{1,20}\))?)\s+(\S.*)$/,
  /^([\p{L}\p{N}_.-]{1,20})> (\S.*)$/u,
];
/** These separators are also used for other things, so the label must be a person or role. */
const separated =
  /^([^\s\d|;=→⇒\-–—―─][^\t|;=→⇒:。、]{0,39}?)\s{0,3}(?:\t|\||;|=(?!=)|[=-]?>|→|⇒|(?<=\s)[-–—―─]{1,2}(?=\s)|[―—─]{1,2})\s{0,3}(\S.*)$/;
/** A space as separator. A full-width space is already normalised to this. */
const spaced = /^([^\s、。「」:]{1,20})\s+(\S.*)$/;

/** Questions of a printed interview. */
const dashed = /^(?:[―—─]{1,2}|--)\s*(\p{L}.*)$/u;
export const dash = '―';
/** Answers of a printed interview. In other texts, a word before a space is not a label. */
const answered = /^([^\s\d、。「」:]{1,8})\s+(\S.{3,})$/;
/** A question or an answer with its speaker. */
const askedBy = /^(?:[qa]|問|答|質問|回答)\s?\d{0,3}\s?\(([^)\n]{1,20})\)\s?:?\s*(\S.*)$/i;
const numbered = /^(?:([qa])(?=\s?[\d.:)])|(問|答|質問|回答))\s?(\d{0,3})\s?[.:)]?\s+(\S.*)$/i;

export function parseDashedQuestion(line: string): string | undefined {
  return dashed.exec(line)?.[1];
}

const spokenTag =
  /^<[\w:-]{1,20}\s(?:[^<>]{0,80}\s)?(?:speaker|who|name|by|from|author)="([^"<>]{1,40})"[^<>]{0,80}>(.*)$/i;
const cellEnd = /<\/(?:td|th|dt)>/gi;
const tag =
  /<\/?(?:p|b|i|em|strong|span|div|li|ul|ol|br|tr|td|th|dt|dd|dl|h[1-6]|u|font|blockquote)(?:\s[^<>]{0,100})?\/?>/gi;

type LabelledTurn = Omit<Turn, 'line'>;

export function parseTurns(lines: readonly string[]): Turn[] {
  const isInterview = lines.filter((line) => dashed.test(line)).length >= 2;
  const bare = lines.map((line) => stripLead(stripTags(line)));
  return lines.flatMap((line, at) => {
    const [shown = '', below = ''] = [bare[at], bare[at + 1]];
    if (shown.length < 2) return [];
    const question = isInterview ? parseDashedQuestion(line) : undefined;
    if (question !== undefined) return [{ line: at + 1, speaker: dash, said: question }];
    if (at > 0 && parseMemberTurn(bare[at - 1] ?? '', shown)) return [];
    const found =
      parseTaggedTurn(line) ?? parseMemberTurn(shown, below) ?? parseLabelledTurn(shown, isInterview);
    if (!found) {
      if (isSpeakerLine(shown, below)) return [{ line: at + 1, speaker: normalizeLabel(shown), said: below }];
      return [];
    }
    if (isLabel(found.speaker))
      return [{ ...found, line: at + 1, said: found.said === '' ? below : found.said }];
    return [];
  });
}

function parseLabelledTurn(line: string, isInterview: boolean): LabelledTurn | null {
  const asked = askedBy.exec(line);
  if (asked) return { speaker: normalizeLabel(asked[1] ?? ''), said: asked[2] ?? '' };
  const question = numbered.exec(line);
  if (question)
    return {
      speaker: normalizeLabel(`${question[1] ?? question[2]}${question[3]}`),
      said: question[4] ?? '',
    };
  for (const pattern of labelled) {
    const match = pattern.exec(line);
    if (match) return { speaker: normalizeLabel(match[1] ?? ''), said: (match[2] ?? '').trim() };
  }
  for (const pattern of [separated, spaced]) {
    const match = pattern.exec(line);
    const [speaker, said] = [normalizeLabel(match?.[1] ?? ''), match?.[2] ?? ''];
    if (isOffice(said) || speaker === '') continue;
    const who = detectSpeaker(speaker);
    // The part before a space may also be a word of a sentence.
    if (who !== null && who !== 'letter' && (pattern === separated || /[^ -~]/.test(speaker)))
      return { speaker, said };
  }
  const match = isInterview ? answered.exec(line) : null;
  if (match) return { speaker: normalizeLabel(match[1] ?? ''), said: match[2] ?? '' };
  return null;
}

function isLabel(speaker: string): boolean {
  return (
    /\p{L}/u.test(speaker) &&
    (!/[。、,;=?!"{}]/.test(speaker.replace(/^\w+, (?=\w+$)/, '')) || detectSpeaker(speaker) !== null)
  );
}

/** A speaker alone on a line, with what was said below. */
function isSpeakerLine(line: string, below: string): boolean {
  const label = normalizeLabel(line);
  return (
    below !== '' &&
    label.length > 1 &&
    label.length <= 80 &&
    detectSpeaker(label) !== null &&
    detectSpeaker(normalizeLabel(below)) === null
  );
}

function parseTaggedTurn(line: string): LabelledTurn | null {
  const match = spokenTag.exec(line);
  if (match)
    return {
      speaker: normalizeLabel(match[1] ?? ''),
      said: (match[2] ?? '').replace(/<\/[\w:-]{1,20}>$/, ''),
      isSpoken: true,
    };
  return null;
}

const whoMember = /^(?:speaker|who|name|from|話者|発言者)\s?:\s{0,3}["']?([^"'\n]{1,40})["']?,?$/i;
const saidMember = /^(?:text|content|said|says|line|message|utterance|発言|内容)\s?:\s{0,3}(\S.*)$/i;

/** Two members of a record: the speaker, and below it what was said. */
function parseMemberTurn(line: string, below: string): LabelledTurn | null {
  const [who, said] = [whoMember.exec(line)?.[1], saidMember.exec(below)?.[1]];
  if (who !== undefined && said !== undefined) return { speaker: normalizeLabel(who), said, isSpoken: true };
  return null;
}

function stripTags(line: string): string {
  if (line.includes('<')) return line.replace(cellEnd, '\t').replace(tag, '').trim();
  return line;
}

function normalizeLabel(label: string): string {
  return label.replaceAll(/\*|__/g, '').trim().replace(/\s?:$/, '').toLowerCase();
}

const inline =
  /(?<![^\s。.!?」』)"”】\]])(?:(\p{L}[\p{L}.'-]{0,15}(?: \p{L}[\p{L}.'-]{0,15})?(?:\([^)\n]{1,15}\))?)\s?:(?!\/\/)|[【[](\p{L}[^】\]\n]{0,15})[】\]]|(\p{L}{1,12})「)/gu;

/** Consecutive turns in one paragraph. Their labels must be persons or roles. */
export function parseInlineTurns(paragraph: string, line: number): Turn[] {
  const labels = [...paragraph.matchAll(inline)].flatMap(
    ({ 0: { length }, 1: one, 2: two, 3: three, index }) => {
      const words = normalizeLabel(one ?? two ?? three ?? '');
      // The last word of the sentence before may precede the name.
      const speaker = [words, words.replace(/^\S+ /, '')].find((label) => detectSpeaker(label) !== null);
      if (speaker === undefined) return [];
      return [{ speaker, begins: index, ends: index + length }];
    },
  );
  return labels.map(({ speaker, ends }, at) => ({
    line,
    speaker,
    said: paragraph
      .slice(ends, labels[at + 1]?.begins)
      .slice(0, 600)
      .trim(),
  }));
}
