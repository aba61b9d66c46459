import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { creator as recommended } from '@secretlint/secretlint-rule-preset-recommend';
import { buildAlternatives } from '../../text/letters/word-patterns.ts';
import { matchSignRules, type Sign, type SignRule } from './content-signs.ts';
import { createLineFinder, stripEnd } from './readable-text.ts';

/** Finds secrets in text: by the rules of secretlint, and by forms that they lack. */

// The profiler would keep a record of every check in memory until the process ends.
secretLintProfiler.mark = () => undefined;

const preset = '@secretlint/secretlint-rule-preset-recommend';
const config = { rules: [{ id: preset, rule: recommended, options: {} }] };

export async function findSecretSigns(text: string): Promise<Sign[]> {
  const [known, decoded] = await Promise.all([findSecrets(text), findEncodedSecrets(text)]);
  return [...known, ...decoded];
}

async function findSecrets(text: string): Promise<Sign[]> {
  const { messages } = await lintSource({
    source: { filePath: 'research.md', content: text, ext: '.md', contentType: 'text' },
    options: { config, noPhysicFilePath: true, maskSecrets: true },
  });
  const maintained = messages.map(
    ({ ruleId, loc }): Sign => ({
      reason: 'secret',
      rule: ruleId.replace('@secretlint/secretlint-rule-', ''),
      line: loc.start.line,
    }),
  );
  return [...maintained, ...matchSignRules('secret', patterns, text.replace(cellBorder, '$1|$2'))];
}

/** Between the cells of a table in HTML; line breaks stay, so that lines keep their numbers. */
const cellBorder = /<\/t[dh]>(\s{0,20})<t[dh](?:\s[^<>\n]{0,100})?>(\s{0,20})/gi;

const secretNames = [
  'pass(?:word|wd|phrase)',
  'pwd',
  '(?:api|access|secret|private|client|auth|encryption|signing)[ _-]?(?:key|token|secret)',
  'credentials?',
  'apiキー',
  'パスワード',
  'パスフレーズ',
  'アクセストークン',
  'シークレット(?:キー)?',
  '秘密鍵',
];
/** `password: hunter2`, in both languages. Placeholders are not secrets. */
const assignment = new RegExp(
  `(?<label>${buildAlternatives(secretNames)})` +
    '["\'*_`]*\\s*(?:[:=|]|は|is\\b)\\s*["\'`「*]*(?<value>[\\x21-\\x7e]{6,})',
  'gi',
);
const placeholder =
  /^(?:[*x•.#_-]{4,}|[<{$%[(].*|.*[>}\])]|your[_-].*|.*(?:example|placeholder|changeme|redacted|masked|dummy|required|optional|xxxx|\*\*\*).*|https?:.*|process\.env.*|os\.environ.*|env\..*)$/i;

const patterns: readonly SignRule[] = [
  ['service_api_key', /\bcds_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}\b/g],
  ['private_key', /-----BEGIN (?:[A-Z]+ ){0,2}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d/g],
  ['aws_access_key', /(?<![A-Z0-9])(?:AKIA|ASIA|ABIA|ACCA)(?![A-Z0-9]*EXAMPLE)[A-Z0-9]{16}(?![A-Z0-9])/g],
  ['stripe_key', /\b(?:sk|rk|whsec)_(?:(?:live|test)_)?[0-9A-Za-z]{20,}/g],
  ['google_api_key', /\bAIza[\w-]{35}(?![\w-])/g],
  ['google_oauth', /\b(?:GOCSPX-[\w-]{28}|ya29\.[\w-]{20,})/g],
  ['openai_key', /\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}/g],
  ['sendgrid_key', /\bSG\.[\w-]{16,}\.[\w-]{20,}/g],
  // At the first eyJ of a word only, which is read once: a word of many would take the square of its length.
  ['json_web_token', /(?<![\w-])(?=([\w-]*?\beyJ))\1[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}/g],
  ['azure_key', /\b(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{40,}={0,2}/g],
  ['hugging_face_token', /\bhf_[A-Za-z0-9]{30,}/g],
  [
    'authorization_header',
    /\bauthorization["']?\s*[:=]\s*["']?(?:bearer|basic|token)\s+(?!<|\{|\$|YOUR)[\w.+/=~-]{12,}/gi,
  ],
  ['assigned_secret', assignment, ({ groups }) => isSecretValue(groups?.label ?? '', groups?.value ?? '')],
];

/** A password may be short, but a key or token is long. Both mix letters with digits or symbols. */
export function isSecretValue(label: string, given: string): boolean {
  // A tag or the end of a table's cell follows the value: `hunter2</td>`, `hunter2|`.
  const [written = ''] = given.split(/(?<=[^<|])(?:<\/?[a-z]|\|)/i, 1);
  const value = stripEnd(written, `"'\`)*,;.」`);
  if (placeholder.test(value) || !/[a-z]/i.test(value)) return false;
  if (/^pass|^pwd$|^パス/i.test(label)) return value.length >= 6 && /[\d!@#$%^&*_+=?]/.test(value);
  return value.length >= 16 && /\d/.test(value);
}

const base64 = /(?<![\w+/=-])[A-Za-z0-9+/_-]{32,}={0,2}(?![\w+/=])/g;

/** Secrets in base64. Text that does not decode to readable text is skipped. */
async function findEncodedSecrets(text: string): Promise<Sign[]> {
  const lineAt = createLineFinder(text);
  const found = await Promise.all(
    [...text.matchAll(base64)].slice(0, maxEncoded).map(async (match) => {
      const decoded = Buffer.from(match[0], 'base64').toString('latin1');
      if (!/^[\t\n\r\x20-\x7e]{20,}$/.test(decoded)) return [];
      const [inner] = await findSecrets(decoded);
      if (inner) return [{ ...inner, rule: `${inner.rule}_in_base64`, line: lineAt(match.index) }];
      return [];
    }),
  );
  return found.flat();
}

const maxEncoded = 200;
