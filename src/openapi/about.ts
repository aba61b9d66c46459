/** The text at the top of the API document, in Markdown: what to know before the first call. */
export const aboutTheApi = `
Find the right Japanese company from a name, a securities code, a corporate number or a web domain. If the match is not
certain, the answer says so.

**Keys.** Every path under \`/api/service\` needs an API key, as \`Authorization: Bearer <key>\` or \`x-api-key: <key>\`.
The key determines the account: leave out \`accountId\` and \`account_id\`. Requests for another account's data get
exactly the same answer as requests for data that does not exist. A read-only key changes nothing and spends no credits; it may
send \`dryRun: true\` to see a price, and preview a file. A key for one source reaches only the paths below \`/sources/{sourceId}\` of that source,
\`GET /credits/balance\` and \`GET /keys/current\`. A key for reconciliation reaches only the paths below \`/reconcile\`. Anything else gets
\`key_not_permitted\`. A key can have a spending limit, for all of its calls together. \`POST /keys\` makes keys, \`GET /keys/current\` says
what the key of the request may do.

**Errors.** Every failure has the envelope \`Error\`: \`error.code\` for programs, \`error.message\` and
\`error.recovery\` for people, and \`error.details\` with up to 100 invalid fields (\`details_omitted\` counts the rest).
Unknown fields and parameters are errors.

**Credits.** Only operations that say so spend credits. They take \`maxCredits\`, the maximum that you accept, and an
\`Idempotency-Key\`: the same key on the same path returns the first answer again and charges nothing. \`dryRun: true\`
makes the same checks and gives the same answer, but saves and charges nothing. A failed call is never charged.

**Limits.** Searches count toward a rate limit per minute and toward the daily and monthly quota (calendar days and months
in Asia/Tokyo). Heavy operations have a separate rate limit. A batch resolve is one heavy operation, and each of its items
counts toward the quotas. \`RateLimit\` and \`RateLimit-Policy\` show what remains; after a 429, wait for the seconds in
\`Retry-After\`.

**Totals.** \`meta.matched_companies\` is confirmed only if \`meta.total_kind\` is \`exact\`. An empty result does not mean
that the company does not exist: \`warnings\` and \`meta.coverage_warnings\` say what may be missing.

**Pages.** Pass \`meta.next_cursor\` unchanged as \`cursor\`. Cursors are opaque, belong to their request and account, and
are valid for 24 hours.

**Sources.** Public registers and filings; \`meta.data_as_of\` and \`/readyz\` say how fresh each is. The terms of one of them ask for this
sentence: このサービスは、国税庁法人番号システム Web-API 機能を利用して取得した情報をもとに作成しているが、サービスの内容は国税庁によって保証されたものではない。

Days are \`YYYY-MM-DD\` in Japan; times are ISO 8601 with an offset. Money is in yen unless a field says otherwise.
`.trim();
