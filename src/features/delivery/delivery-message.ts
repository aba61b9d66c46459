import type { DeliveryPayload, DeliveryType } from '../../contract/delivery/delivery.ts';
import { maxDeliveredRows } from '../../contract/limits.ts';
import type { Deliverable } from '../lists/publishing/deliverable.ts';

/** The message that a receiver gets (docs/lists.md). */

/** Companies that a chat message names at most. */
const maxNamed = 10;

export interface DeliveryContent {
  readonly type: DeliveryType;
  readonly payload: DeliveryPayload;
  readonly deliverable: Deliverable;
  /** The public address of the service, without a slash at the end. */
  readonly baseUrl: string;
  /** ISO 8601. */
  readonly timestamp: string;
}

export function buildDeliveryMessage(content: DeliveryContent): string {
  if (content.type === 'chat') return JSON.stringify(buildChatMessage(content));
  return JSON.stringify(buildWebhookMessage(content));
}

function buildWebhookMessage({ payload, deliverable, baseUrl, timestamp }: DeliveryContent): object {
  const { list, counts, diff, diffRows, rows } = deliverable;
  const shown = { summary: {}, diff: cutRows(diffRows), rows: cutRows(rows) }[payload];
  const links = buildLinks(deliverable, baseUrl);
  const data = { list, row_counts: counts, latest_diff: diff, links, ...shown };
  return { type: `list.${payload}`, timestamp, data };
}

/** The format of Slack: `text`, with `&`, `<` and `>` escaped, and links as `<url|words>`. */
function buildChatMessage({ payload, deliverable, baseUrl }: DeliveryContent): object {
  const { list, counts, diff, diffRows, rows } = deliverable;
  const companies = {
    summary: [],
    diff: diffRows.map(({ kind, display_name }) => `${kind}: ${escapeChatText(display_name)}`),
    rows: rows.map(({ company, company_id }) => escapeChatText(company?.display_name ?? company_id)),
  }[payload];
  const lines = [
    `*${escapeChatText(list.name)}*: ${counts.effective === 1 ? '1 row' : `${counts.effective} rows`}`,
    diff
      ? `Version ${diff.from_version} to ${diff.to_version}: ${diff.counts.added} added, ` +
        `${diff.counts.removed} removed, ${diff.counts.changed} changed`
      : 'Not refreshed yet',
    ...formatBullets(companies),
    `<${buildLinks(deliverable, baseUrl).list}|Open the List>`,
  ];
  return { text: lines.join('\n') };
}

function buildLinks({ list, diff }: Deliverable, baseUrl: string) {
  const address = `${baseUrl}/api/service/lists/${list.list_id}`;
  return { list: address, export: `${address}/export`, diff: diff && `${address}/diffs/${diff.diff_id}` };
}

function cutRows(rows: readonly object[]): object {
  return { rows: rows.slice(0, maxDeliveredRows), truncated: rows.length > maxDeliveredRows };
}

function formatBullets(lines: readonly string[]): string[] {
  const shown = lines.slice(0, maxNamed).map((line) => `• ${line}`);
  if (lines.length > maxNamed) return [...shown, '• …'];
  return shown;
}

function escapeChatText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
