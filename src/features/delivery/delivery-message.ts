import type { DeliveryPayload, DeliveryType } from '../../contract/delivery/delivery.ts';
import type { Deliverable } from '../lists/publishing/deliverable.ts';

/** The message that a receiver gets (docs/lists.md). */

/** Rows in one message at most. The export has all of them. */
export const maxDeliveredRows = 1_000;
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

export function deliveryMessage(content: DeliveryContent): string {
  return JSON.stringify(content.type === 'chat' ? chatMessage(content) : webhookMessage(content));
}

function webhookMessage({ payload, deliverable, baseUrl, timestamp }: DeliveryContent): object {
  const { list, counts, diff, diffRows, rows } = deliverable;
  const shown = { summary: {}, diff: cut(diffRows), rows: cut(rows) }[payload];
  const links = linksOf(deliverable, baseUrl);
  const data = { list, row_counts: counts, latest_diff: diff, links, ...shown };
  return { type: `list.${payload}`, timestamp, data };
}

/** The format of Slack: `text`, with `&`, `<` and `>` escaped, and links as `<url|words>`. */
function chatMessage({ payload, deliverable, baseUrl }: DeliveryContent): object {
  const { list, counts, diff, diffRows, rows } = deliverable;
  const companies = {
    summary: [],
    diff: diffRows.map(({ kind, display_name }) => `${kind}: ${escaped(display_name)}`),
    rows: rows.map(({ company, company_id }) => escaped(company?.display_name ?? company_id)),
  }[payload];
  const lines = [
    `*${escaped(list.name)}*: ${counts.effective === 1 ? '1 row' : `${counts.effective} rows`}`,
    diff
      ? `Version ${diff.from_version} to ${diff.to_version}: ${diff.counts.added} added, ` +
        `${diff.counts.removed} removed, ${diff.counts.changed} changed`
      : 'Not refreshed yet',
    ...named(companies),
    `<${linksOf(deliverable, baseUrl).list}|Open the List>`,
  ];
  return { text: lines.join('\n') };
}

function linksOf({ list, diff }: Deliverable, baseUrl: string) {
  const address = `${baseUrl}/api/service/lists/${list.list_id}`;
  return { list: address, export: `${address}/export`, diff: diff && `${address}/diffs/${diff.diff_id}` };
}

function cut(rows: readonly object[]): object {
  return { rows: rows.slice(0, maxDeliveredRows), truncated: rows.length > maxDeliveredRows };
}

function named(lines: readonly string[]): string[] {
  const shown = lines.slice(0, maxNamed).map((line) => `• ${line}`);
  return lines.length > maxNamed ? [...shown, '• …'] : shown;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
