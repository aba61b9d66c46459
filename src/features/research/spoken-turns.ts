import { isInFirstPerson, isPart, mannerOf } from './speech.ts';

/**
 * Turns of a conversation whose lines begin with who speaks: `田中：はい`, `John: Hi`, `【記者】…`, `○委員　…`.
 * A list of facts has labels too; in a conversation they take turns, and what stands after them is said to somebody.
 */

export interface Turn {
  readonly line: number;
  readonly speaker: string;
  readonly said: string;
}

export interface TalkFound {
  readonly rule: string;
  readonly line: number;
}

export function spokenTurns(lines: readonly string[]): TalkFound | null {
  return machineTurns(lines) ?? conversation(turnsIn(lines));
}

/** What stands before a label: quotation and list marks, headings, emphasis, a time. */
const lead =
  /^(?:[\s>#*_|•・]|-(?=\s))+|^[[(]?(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?[\])]?\s{0,3}[-–|]?\s{0,3}(?=\D)/;

export function withoutLead(line: string): string {
  const bare = line.replace(lead, '');
  return bare === line ? line : bare.replace(lead, '');
}

const labelled: readonly RegExp[] = [
  /^([^\s:[<(【][^:\n]{0,39}?)(?:\*\*|__)?\s{0,3}(?:[[(]\d{1,2}:\d{2}(?::\d{2})?[\])])?\s{0,3}:(?!\/\/)(?:\*\*|__)?\s*(.*)$/,
  /^[【[<(]([^】\]>)\s][^】\]>)\n]{0,19})[】\]>)](?![(:/])\s*(\S.*)$/,
  /^([^\s「」『』:、。,.]{1,12})\s?[「『](.+)$/,
  /^[○◯〇]\s?(\S{1,20}(?:\([^)]{1,20}\))?)\s+(\S.*)$/,
  /^([\p{L}\p{N}_.-]{1,20})> (\S.*)$/u,
];
/** The questions of a printed interview. */
const dashed = /^(?:[―—─]{1,2}|--)\s*(\p{L}.*)$/u;
const dash = '―';
/** The answers of one; elsewhere a word before a blank is no label. */
const spaced = /^([^\s\d、。「」:]{1,8})\s+(\S.{3,})$/;

function turnsIn(lines: readonly string[]): Turn[] {
  const isInterview = lines.filter((line) => dashed.test(line)).length >= 2;
  const patterns = isInterview ? [...labelled, spaced] : labelled;
  return lines.flatMap((line, at) => {
    const question = dashed.exec(line)?.[1];
    if (question !== undefined) return [{ line: at + 1, speaker: dash, said: question }];
    const [label, said] = labelOf(withoutLead(line), patterns);
    const speaker = label.replaceAll('*', '').trim().toLowerCase();
    if (
      speaker === '' ||
      !/\p{L}/u.test(speaker) ||
      /[。、,;=?!"{}]/.test(speaker.replace(/^\w+, (?=\w+$)/, ''))
    )
      return [];
    return [{ line: at + 1, speaker, said: said === '' ? (lines[at + 1] ?? '') : said }];
  });
}

function labelOf(line: string, patterns: readonly RegExp[]): readonly [label: string, said: string] {
  for (const pattern of patterns) {
    const match = pattern.exec(line);
    if (match) return [match[1] ?? '', (match[2] ?? '').trim()];
  }
  return ['', ''];
}

/** Labels of records and remarks, under which people write in full sentences, also to their reader. */
const fields =
  /^(?:note|notes|tips?|hint|warning|caution|important|pros?|cons?|advice|summary|comments?|problem|solution|issue|action|result|example|e\.g|todo|step|mission|vision|values?|strengths?|weakness(?:es)?|likes?|dislikes?|title|subject|description|details?|source|date|良い点|悪い点|長所|短所|強み|弱み|注|注意|備考|補足|課題|問題|対応|対策|原因|結果|要約|概要|感想|コメント|口コミ|評価|理由|例|出典|件名|内容|詳細|目的|方針|ポイント|メリット|デメリット|編集部注|※)[\s\d.)]*$/;
const question = /^(?:q|question|faq|問|問い|質問|ご質問)[\s.]*\d*$/;
const answer = /^(?:a|answer|答|答え|回答|お答え)[\s.]*\d*$/;

function conversation(found: readonly Turn[]): TalkFound | null {
  const hasQuestions = found.some(({ speaker }) => question.test(speaker));
  const isPrinted = (speaker: string) => hasQuestions && (question.test(speaker) || answer.test(speaker));
  const turns = found.filter(({ speaker }) => !fields.test(speaker) && !isPrinted(speaker));
  return talkAmong(turns) ?? interviewAmong(found.filter(({ speaker }) => isPrinted(speaker)));
}

/** Between the first and the last word of those who speak again. */
function talkAmong(all: readonly Turn[]): TalkFound | null {
  const count = new Map<string, number>();
  for (const { speaker } of all) count.set(speaker, (count.get(speaker) ?? 0) + 1);
  const again = all.map(({ speaker }) => (count.get(speaker) ?? 0) > 1);
  const turns = all.slice(again.indexOf(true), again.lastIndexOf(true) + 1);
  const [first] = turns;
  const parts = turns.filter(({ speaker }) => speaker === dash || isPart(speaker)).length;
  return first && isTalk(turns, parts * 2 >= turns.length) ? { rule: 'named_turns', line: first.line } : null;
}

/** @param known whether the labels are known to be those who speak; if not, more must be said */
export function isTalk(turns: readonly Turn[], known: boolean): boolean {
  if (turns.length < 3 || !takesTurns(turns)) return false;
  const manners = turns.map(({ said }) => mannerOf(said));
  const spoken = manners.filter((manner) => manner === 'spoken').length;
  const written = manners.filter((manner) => manner === 'written').length;
  if (known) return spoken >= 1 && written * 2 <= turns.length;
  if (turns.length === 3) return spoken >= 2 && written === 0;
  return spoken >= 2 && spoken * 5 >= turns.length * 2 && written * 5 <= turns.length * 2;
}

/** Somebody speaks again after somebody else. */
function takesTurns(turns: readonly Turn[]): boolean {
  const seen = new Set<string>();
  return turns.some(({ speaker }, at) => {
    const returns = seen.has(speaker) && turns[at - 1]?.speaker !== speaker;
    seen.add(speaker);
    return returns;
  });
}

/** A page of frequent questions is answered by the company, an interview by a person. */
function interviewAmong(turns: readonly Turn[]): TalkFound | null {
  const answers = turns.filter(({ speaker }) => answer.test(speaker));
  const personal = answers.filter(({ said }) => isInFirstPerson(said));
  const [first] = turns;
  return first && answers.length >= 2 && personal.length * 2 >= answers.length
    ? { rule: 'interview', line: first.line }
    : null;
}

const tail = String.raw`(?:\*\*|__)?\s{0,3}(?:[(\[][^)\]]{0,30}[)\]])?\s{0,3}:(?:\*\*|__)?\s*\S`;
const headTail = String.raw`(?:\*\*|__)?\s{0,3}(?:said)?:?(?:\*\*|__)?$`;
const asker = 'user|human|me|you|ユーザー?|人間';
const machine = String.raw`assistant|ai|chatgpt|gpt-?[\d.o]{0,8}|claude|gemini|copilot|bot|アシスタント|ボット`;
const marked = String.raw`^\s{0,3}(?:#{1,6}\s{0,3}|\*\*|__)`;
const pairs: readonly (readonly [one: RegExp, other: RegExp, least: number])[] = [
  [new RegExp(`^(?:${asker})${tail}`, 'i'), new RegExp(`^(?:${machine})${tail}`, 'i'), 3],
  [
    new RegExp(`${marked}(?:${asker})${headTail}`, 'i'),
    new RegExp(`${marked}(?:${machine})${headTail}`, 'i'),
    2,
  ],
  [
    new RegExp(`${marked}(?:prompt|instruction|query)${headTail}`, 'i'),
    new RegExp(`${marked}(?:response|output|completion|reply)${headTail}`, 'i'),
    3,
  ],
];

/** Someone and a machine: there the labels alone say it. */
function machineTurns(lines: readonly string[]): TalkFound | null {
  for (const [one, other, least] of pairs) {
    const sides = lines.flatMap((line, at) => {
      const bare = withoutLead(line);
      if (one.test(line) || one.test(bare)) return [{ line: at + 1, side: 1 }];
      return other.test(line) || other.test(bare) ? [{ line: at + 1, side: 2 }] : [];
    });
    const changes = sides.filter(({ side }, at) => at > 0 && side !== sides[at - 1]?.side).length;
    const [first] = sides;
    if (first && changes >= least - 1) return { rule: 'chat_turns', line: first.line };
  }
  return null;
}
