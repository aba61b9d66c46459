import { buildAlternatives } from '../../text/letters/word-patterns.ts';
import {
  detectManner,
  detectSpeaker,
  isAsked,
  isInFirstPerson,
  isPart,
  isReply,
  isSaid,
  isSentence,
} from './speech.ts';
import words from './talk-words.json' with { type: 'json' };
import {
  countSpeakers,
  type DetectedTalk,
  dash,
  parseDashedQuestion,
  parseInlineTurns,
  parseTurns,
  stripLead,
  type Turn,
  toTalk,
} from './turn-forms.ts';

/**
 * Finds conversations among labelled lines. A list of facts has labels too. But in a conversation, few speakers take
 * turns and speak again, the labels are persons, and the text after them is addressed to a person.
 */

export function findSpokenTurns(lines: readonly string[]): DetectedTalk | null {
  const titled = lines.some((line) => title.test(line));
  return findMachineTurns(lines) ?? findDashedInterview(lines) ?? findConversation(parseTurns(lines), titled);
}

/** Several turns in one paragraph. */
export function findSpokenParagraphs(paragraphs: readonly string[]): DetectedTalk | null {
  for (const [at, paragraph] of paragraphs.entries()) {
    const turns = parseInlineTurns(paragraph, at + 1);
    if (turns.length >= minTurns && isSpokenByPersons(turns)) return { rule: 'named_turns', line: at + 1 };
  }
  return null;
}

/** A heading that says that what follows was spoken. */
const title =
  /^[\s#>*【[<(]*(?:\S{0,20}(?:議事録|会議録|文字起こし|対談|座談会|インタビュー)|(?:interview|transcript|meeting minutes|verbatim)(?: (?:with|of) .{1,40})?)[\s\])】>*]*$/i;

/** Labels of records and remarks, after which people write full sentences, sometimes to their reader. */
const fields = new RegExp(
  String.raw`^(?:${buildAlternatives([...words.recordLabels, ...words.englishRecordLabels])})[\s\d.)]*$|^\d0?\s?代|男性|女性`,
);
const question = /^(?:q|question|faq|問|問い|質問|ご質問)[\s.]*\d*$/;
const answer = /^(?:a|answer|答|答え|回答|お答え)[\s.]*\d*$/;

function findConversation(found: readonly Turn[], titled: boolean): DetectedTalk | null {
  const hasQuestions = found.some(({ speaker }) => question.test(speaker));
  const isPrinted = (speaker: string) => hasQuestions && (question.test(speaker) || answer.test(speaker));
  const turns = found.filter((turn, at) => {
    const { speaker } = turn;
    return !fields.test(speaker) && !isPrinted(speaker) && !isSame(turn, found[at - 1]);
  });
  const ofPersons = turns.filter(({ speaker }) => detectSpeaker(speaker) !== null);
  const areSpeakers = ofPersons.length * 3 >= turns.length && isSpokenByPersons(ofPersons, titled);
  return (
    toTalk(areSpeakers, 'named_turns', ofPersons) ??
    findTalk(turns, titled) ??
    findInterview(found.filter(({ speaker }) => isPrinted(speaker)))
  );
}

/** Nobody says the same twice on end; fields of lists do. */
function isSame({ speaker, said }: Turn, before: Turn | undefined): boolean {
  return before?.speaker === speaker && before.said === said;
}

const minTurns = 4;

/**
 * Whether these are turns of persons. If the labels are surely persons, taking turns is enough; else they need
 * sentences.
 */
function isSpokenByPersons(all: readonly Turn[], titled = false): boolean {
  const telling = all.filter(({ said }) => /\p{L}/u.test(said) && !/^[\d,.]+\s?\p{L}{0,2}$/u.test(said));
  const isAskedIn = telling.some(({ speaker }) => detectSpeaker(speaker) === 'asker');
  // People who open the conversation or ask questions may speak only once.
  const turns = isAskedIn ? telling : keepRepeatedSpeakers(telling);
  const { speakers, changes } = countSpeakers(turns);
  if (
    turns.length < (titled ? minTurns - 1 : minTurns) ||
    turns.length - speakers < (titled || isAskedIn ? 1 : 2) ||
    speakers < 2 ||
    changes * 2 < turns.length
  )
    return false;
  const who = turns.map(({ speaker }) => detectSpeaker(speaker));
  if (isAskedIn || who.every((one) => one === 'name in Latin')) return true;
  const sentences = turns.filter(({ said }) => isSentence(said)).length;
  const polite = turns.filter(({ said }) => detectManner(said) === 'polite').length;
  const areNames = who.every((one) => one === 'name' || one === 'name in Latin');
  const isAddressed = turns.some(({ said }) => isSaid(said)) || (areNames && polite * 2 >= turns.length);
  return isAddressed && sentences * 2 >= turns.length;
}

/** The turns from the first to the last of speakers who speak more than once. */
function keepRepeatedSpeakers(all: readonly Turn[]): readonly Turn[] {
  const count = new Map<string, number>();
  for (const { speaker } of all) count.set(speaker, (count.get(speaker) ?? 0) + 1);
  const again = all.map(({ speaker }) => (count.get(speaker) ?? 0) > 1);
  return all.slice(again.indexOf(true), again.lastIndexOf(true) + 1);
}

/** Turns that say that they are spoken are a talk whatever other labels are beside them. */
function findTalk(all: readonly Turn[], titled: boolean): DetectedTalk | null {
  const spoken = all.filter(({ isSpoken }) => isSpoken);
  return findTalkOf(spoken, titled) ?? findTalkOf(all, titled);
}

function findTalkOf(all: readonly Turn[], titled: boolean): DetectedTalk | null {
  const turns = keepRepeatedSpeakers(all);
  const speaking = turns.filter(({ speaker, isSpoken }) => isSpoken || speaker === dash || isPart(speaker));
  const known = speaking.length * 2 >= turns.length;
  const areSpeakers = isTalk(turns, known) && (titled || isAmongSpeakers(turns) || isExchange(turns));
  return toTalk(areSpeakers, 'named_turns', turns);
}

/** Whether the labels are names or one of them asks a question. Roles alone are not enough: officers also sign messages. */
function isAmongSpeakers(turns: readonly Turn[]): boolean {
  const who = turns.map(({ speaker, isSpoken }) => (isSpoken ? 'asker' : detectSpeaker(speaker)));
  return who.includes('asker') || who.every((one) => one !== null && one !== 'part');
}

/** Whether one speaker answers another. Alternating remarks on two things are not an exchange. */
function isExchange(turns: readonly Turn[]): boolean {
  const ofPersons = turns.filter(({ speaker }) => speaker === dash || detectSpeaker(speaker) !== null).length;
  return turns.some(({ said, speaker }, at) => {
    const before = turns[at - 1];
    if (!before || before.speaker === speaker) return false;
    return isReply(said, before.said) || (ofPersons * 2 >= turns.length && isAsked(before.said));
  });
}

/** @param known whether the labels are known to be speakers; if not, more turns must sound spoken */
export function isTalk(turns: readonly Turn[], known: boolean): boolean {
  if (turns.length < 3 || !hasReturningSpeaker(turns)) return false;
  const manners = turns.map(({ said }) => detectManner(said));
  const spoken = manners.filter((manner) => manner === 'spoken').length;
  const written = manners.filter((manner) => manner === 'written').length;
  if (turns.every(({ isSpoken }) => isSpoken)) return spoken >= 1;
  if (known) return spoken >= 1 && written * 2 <= turns.length;
  if (turns.length === 3 && turns.every(({ speaker }) => detectSpeaker(speaker) === 'name in Latin'))
    return spoken >= 1 && written === 0;
  if (turns.length === 3) return spoken >= 2 && written === 0;
  return spoken >= 2 && spoken * 5 >= turns.length * 2 && written * 5 <= turns.length * 2;
}

const narrated = /」(?:と|、).{0,40}(?:語|述べ|話|答え|言|説明|振り返|強調)/;

/** Questions after a dash with plain answers below. An article would say who speaks. */
function findDashedInterview(lines: readonly string[]): DetectedTalk | null {
  const asked = lines.flatMap((line, at) =>
    isAsked(parseDashedQuestion(line) ?? '') ? [{ line: at + 1 }] : [],
  );
  const answers = asked
    .map(({ line }) => lines[line] ?? '')
    .filter((line) => line !== '' && parseDashedQuestion(line) === undefined);
  return toTalk(answers.length >= 2 && !answers.some((line) => narrated.test(line)), 'interview', asked);
}

/** Whether a speaker speaks again after another one. */
function hasReturningSpeaker(turns: readonly Turn[]): boolean {
  const seen = new Set<string>();
  return turns.some(({ speaker }, at) => {
    const returns = seen.has(speaker) && turns[at - 1]?.speaker !== speaker;
    seen.add(speaker);
    return returns;
  });
}

/** The company answers a page of frequent questions, but a person answers an interview. */
function findInterview(turns: readonly Turn[]): DetectedTalk | null {
  const answers = turns.filter(({ speaker }) => answer.test(speaker));
  const personal = answers.filter(
    ({ said }) => isInFirstPerson(said) || chatty.test(said) || isByOfficer(said),
  );
  return toTalk(answers.length >= 2 && personal.length * 2 >= answers.length, 'interview', turns);
}

const chatty = /(?:です|ます|ました|でした)(?:ね|よ|よね|かね)(?=[。、]|$)|んです(?:よ|ね|が)|^そうですね/;

function isByOfficer(said: string): boolean {
  const [, label = ''] = /^[(【[]?([^\s:)】\]。、]{1,20})[)】\]]?[\s:]/.exec(said) ?? [];
  return label !== '' && isPart(label);
}

const tail = String.raw`(?:\*\*|__)?\s{0,3}(?:[(\[][^)\]]{0,30}[)\]])?\s{0,3}:(?:\*\*|__)?\s*\S`;
const headTail = String.raw`(?:\*\*|__)?\s{0,3}(?:said)?:?(?:\*\*|__)?$`;
const asker = 'user|human|me|you|ユーザー?|人間';
const machine = String.raw`assistant|ai|chatgpt|gpt-?[\d.o]{0,8}|claude|gemini|copilot|bot|アシスタント|ボット`;
const marked = String.raw`^\s{0,3}(?:#{1,6}\s{0,3}|\*\*|__)`;
const pairs: readonly (readonly [one: RegExp, other: RegExp, minTurns: number])[] = [
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

/** A person and a machine. Here the labels are enough. */
function findMachineTurns(lines: readonly string[]): DetectedTalk | null {
  for (const [one, other, minSides] of pairs) {
    const sides = lines.flatMap((line, at) => {
      const bare = stripLead(line);
      if (one.test(line) || one.test(bare)) return [{ line: at + 1, speaker: 'person' }];
      if (other.test(line) || other.test(bare)) return [{ line: at + 1, speaker: 'machine' }];
      return [];
    });
    const found = toTalk(countSpeakers(sides).changes >= minSides - 1, 'chat_turns', sides);
    if (found) return found;
  }
  return null;
}
