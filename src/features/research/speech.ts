import { buildAlternatives } from '../../text/letters/word-patterns.ts';
import { detectName } from './person-names.ts';
import words from './talk-words.json' with { type: 'json' };

/** Distinguishes speech from written notes, one utterance at a time. Pure. */

/** Found in speech, but not in fields of records: replies, questions to a person, first and second person. */
const spoken: readonly RegExp[] = [
  new RegExp(`^(?:${buildAlternatives(words.openings)})`),
  /(?:お?伺い(?:し|いたし)?ます|お尋ね(?:し|いたし)ます|お答え(?:し|いたし|申し上げ)ます|質問(?:し|いたし)ます)/,
  /(?:ですね|ますね|ましたね|ですよ|ますよ|よね|だね|かな|でしょう?|んです|んだ|ですけど|ますけど|ましょう|ますか|ですか|でしょうか|ましたか|ませんか|かね|[ぁ-ん][ねよ])(?=[。.、!?」\s]|$|が|けど)/,
  /\?["」)]?(?:\s|$)/,
  /(?<!\p{Script=Han})(?:私|僕|俺|御社|あなた)(?!\p{Script=Han})/u,
  new RegExp(`^["“]?(?:${buildAlternatives(words.englishOpenings)})\\b`, 'i'),
  /(?<![\w'])(?:i|i['’](?:m|ve|d|ll)|you|you['’](?:re|ve|d|ll)|your|me|my)(?![\w-])/i,
];

/** Found in speech and in writing: polite endings, "we". */
const polite: readonly RegExp[] = [
  /(?:です|ます|ました|ません|でした|ください|下さい)(?=[。.、!?」\s]|$|が|けど|ので|から)/,
  /(?<![\w'])(?:we|we['’](?:re|ve|ll)|us|our|let['’]s|they|it['’]s|don['’]t|can['’]t|didn['’]t)(?![\w-])/i,
];

/** Reported speech. */
const reported = /(?:とのこと|という|と(?:述べ|説明|指摘|話し|語っ|回答し|した)\S{0,4})[。.]?$/;

export type Manner = 'spoken' | 'polite' | 'written';

export function detectManner(utterance: string): Manner {
  if (reported.test(utterance)) return 'written';
  if (spoken.some((pattern) => pattern.test(utterance))) return 'spoken';
  if (polite.some((pattern) => pattern.test(utterance))) return 'polite';
  return 'written';
}

/** Whether it is a sentence, said or written, and not an item of a list. */
export function isSentence(utterance: string): boolean {
  return (
    !reported.test(utterance) &&
    (detectManner(utterance) !== 'written' ||
      /(?:[いうくぐすつぬぶむるただよなねかわやろれ]|なぜ|は)[。」』!.]*$/.test(utterance) ||
      /^\p{Lu}?[\p{Script=Latin}'’]+(?: [\p{Script=Latin}'’\d,]+){2,30}[.!]["”]?$/u.test(utterance))
  );
}

/** Whether it is addressed to a person, even without a polite ending: a wish, a refusal, a question. */
export function isSaid(utterance: string): boolean {
  return (
    detectManner(utterance) === 'spoken' ||
    isAsked(utterance) ||
    /(?:たい|だ|だから|なぜ|よう|な|ない|ほしい|くれ|まで|しか)[。」』!.]*$/.test(utterance)
  );
}

const acknowledged =
  /^["「“]?(?:なるほど|承知|了解|かしこまり|わかりました|分かりました|ありがとう|thanks|thank you|got it|exactly|okay)/i;
const replied =
  /^["「“]?(?:はい|ええ|うん|いえ|いいえ|いや|そうです|そうか|そうだ|お願い|すみません|申し訳|それ[はでなも]|では|じゃ|え[っ、。?]|まだ|yes|no\b|yeah|yep|nope|ok|sure|great|absolutely|sorry|hmm|oh|well|not yet|nothing|excellent|right)/i;

/** Whether the utterance answers the one before. */
export function isReply(utterance: string, before: string): boolean {
  return acknowledged.test(utterance) || (replied.test(utterance) && isAsked(before));
}

export function isAsked(utterance: string): boolean {
  return /\?["」』]?(?:\s|$)|(?:か|は|とは|[をて]|ください|(?:伺い|お尋ね|お聞き)[ぁ-ん]{2,6})[。」』]*$/.test(
    utterance,
  );
}

/** Whether speakers speak of themselves. */
export function isInFirstPerson(utterance: string): boolean {
  return /(?<!\p{Script=Han})(?:私|僕|俺|わたし)(?!\p{Script=Han}|ども|たち)|(?<![\w'])(?:I|I['’](?:m|ve|d|ll)|[Mm]y)(?![\w-])/u.test(
    utterance,
  );
}

/** A role in a conversation: an office, a title after a name, a side. */
const part = new RegExp(
  [
    `^(?:${buildAlternatives(words.roles)})$`,
    String.raw`(?:${buildAlternatives(words.titlesAfterNames)})(?:\(.{1,20}\))?$`,
    String.raw`\(.{0,15}(?:${buildAlternatives(words.officesInParentheses)})\)$`,
  ].join('|'),
  'i',
);
const partInEnglish = new RegExp(String.raw`^(?:${buildAlternatives(words.englishRoles)})\s?\d?$`, 'i');
/** People who ask or lead. Next to them, all other labels are speakers, whatever they say. */
const asker =
  /^(?:記者|司会者?|聞き手|インタビュアー|質問者|面接官|モデレーター|アナリスト|オペレーター|reporter|journalist|interviewer|moderator|operator|analyst)\s?\d?$|記者$|(?:--|,|—|–|\s-)\s?(?:[^\n]{0,40}\s)?analyst$/i;
/** Offices that are printed after the name of a speaker. */
const office =
  /(?:officer|analyst|president|chair(?:man|woman|person)?|director|manager|relations|ceo|cfo|coo|cto|社長|会長|部長|役員|取締役)$/i;
/** Groups by age or sex and kinds of customers are not persons. */
const group = /\d0?\s?代|男性|女性|主婦|正社員|中途|新卒/;

export function isPart(label: string): boolean {
  return !group.test(label) && (part.test(label) || partInEnglish.test(label) || asker.test(label));
}

/** The kind of a label: a person who asks questions, a name, a role, a letter; null for all other words. */
export type Speaker = 'asker' | 'name' | 'name in Latin' | 'part' | 'letter' | null;

export function detectSpeaker(label: string): Speaker {
  if (asker.test(label)) return 'asker';
  if (isPart(label)) return 'part';
  const name = detectName(label.replace(/\s?\([^)]{1,60}\)$/, ''));
  if (name) {
    if (name === 'latin') return 'name in Latin';
    return 'name';
  }
  if (/^[a-z]\.?(?:\s?[a-z]\.)?$/.test(label)) return 'letter';
  const [named = ''] = label.split(/\s(?:--|—|–|-)\s|,\s/);
  if (named !== label && isOffice(label.slice(named.length)) && detectName(named)) return 'part';
  return null;
}

/** Whether the words are only an office after a name, and nothing is said. */
export function isOffice(words: string): boolean {
  return words.length <= 80 && office.test(words) && !/[.?!。:]/.test(words);
}
