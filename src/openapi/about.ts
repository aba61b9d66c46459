/** What every caller should know before the first call; the text at the top of the API document, in Markdown. */
export const aboutTheApi = `
Find the right Japanese company from a name, a securities code, a corporate number or a web domain, and be told when it
cannot be sure.

**Keys.** Every path under \`/api/service\` needs an API key, as \`Authorization: Bearer <key>\` or \`x-api-key: <key>\`.
The account is known from the key: leave \`accountId\` and \`account_id\` out. What belongs to another account answers
exactly as what does not exist.

**Errors.** Every failure has the envelope \`Error\`: \`error.code\` for programs, \`error.message\` and
\`error.recovery\` for people, \`error.details\` with the bad fields, at most 100 of them (\`details_omitted\` counts the others). Unknown fields and
parameters are errors.

**Credits.** Only operations that say so spend credits. They take \`maxCredits\`, the most you agree to, and an
\`Idempotency-Key\`: the same key on the same path gives the first answer again and charges nothing. \`dryRun: true\` makes
the same checks and gives the same answer, and saves and charges nothing. Nothing is charged when a call fails.

**Limits.** Searches count toward requests a minute and toward the daily and monthly quota (calendar days and months in
Asia/Tokyo); heavy operations count toward a rate of their own. A batch resolve is one heavy operation, and each of its items
counts toward the quotas. \`RateLimit\` and \`RateLimit-Policy\` say what is left, and
a 429 answer's \`Retry-After\` says how many seconds to wait.

**Totals.** \`meta.matched_companies\` is a total only while \`meta.total_kind\` is \`exact\`. No results do not mean that there
is no such company: \`warnings\` and \`meta.coverage_warnings\` say what may be missing.

**Pages.** Pass \`meta.next_cursor\` unchanged as \`cursor\`. Cursors are opaque, bound to their request and account, and good
for 24 hours.

Days are \`YYYY-MM-DD\` in Japan; times are ISO 8601 with an offset. Money is in yen unless a field says otherwise.
`.trim();
