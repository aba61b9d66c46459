import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../../src/config.ts';

/** What a stand-in has published, by day (`YYYY-MM-DD`) unless it says otherwise. */
export interface Published {
  /** Rows of the 30 columns. */
  readonly corporateNumbers: Map<string, readonly string[]>;
  readonly invoiceIssuers: Map<string, readonly object[]>;
  readonly edinetDocuments: Map<string, readonly object[]>;
  /** Archives by document id. */
  readonly archives: Map<string, Uint8Array>;
  /** Items by `<subject> <day>`; the subject is empty for companies. */
  readonly gbizinfo: Map<string, readonly object[]>;
  /** The newest day of the tax agency's registers. */
  lastUpdateDate: string;
  edinetCodes: Uint8Array | null;
  exchangeList: Uint8Array | null;
}

export interface AskedRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Milliseconds, as of `performance.now()`. */
  readonly at: number;
}

/** Answers in place of the publisher. Returns whether it has. */
export type Fault = (asked: AskedRequest, response: ServerResponse) => boolean;

export interface StandIn {
  readonly published: Published;
  readonly asked: AskedRequest[];
  /** Looked at before each answer. */
  fault: Fault;
  /** Rows on a page, of all registers. */
  pageSize: number;
  /** What its answers say that the time is; undefined if they do not say. */
  clock: Date | undefined;
  readonly publishers: Config['publishers'];
  stop(): Promise<void>;
}

export const standInKey = 'key-of-the-stand-in';

/** The publishers on this machine, in the shapes that they document. */
export async function startPublishers(): Promise<StandIn> {
  const published: Published = {
    corporateNumbers: new Map(),
    invoiceIssuers: new Map(),
    edinetDocuments: new Map(),
    archives: new Map(),
    gbizinfo: new Map(),
    lastUpdateDate: '2026-01-01',
    edinetCodes: null,
    exchangeList: null,
  };
  const asked: AskedRequest[] = [];
  const server = createServer((request, response) => {
    // Its clock is that of the simulation, if it has one.
    response.sendDate = false;
    if (standIn.clock) response.setHeader('date', standIn.clock.toUTCString());
    const one = askedOf(request);
    asked.push(one);
    if (!standIn.fault(one, response)) answer(standIn, request, one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const access = (name: string) => ({ url: `${origin}/${name}`, key: standInKey });
  const standIn: StandIn = {
    published,
    asked,
    fault: () => false,
    pageSize: 2000,
    clock: undefined,
    publishers: {
      corporateNumbers: access('nta'),
      invoiceIssuers: access('invoice'),
      edinet: access('edinet'),
      edinetCodes: { url: `${origin}/lists/Edinetcode.csv` },
      exchangeList: { url: `${origin}/lists/data_j.csv` },
      gbizinfo: access('gbizinfo'),
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return standIn;
}

function askedOf({ url = '' }: IncomingMessage): AskedRequest {
  const { pathname, searchParams } = new URL(url, 'http://publisher');
  return { path: pathname, query: Object.fromEntries(searchParams), at: performance.now() };
}

function answer(
  standIn: StandIn,
  request: IncomingMessage,
  asked: AskedRequest,
  response: ServerResponse,
): void {
  const { published } = standIn;
  const { path, query } = asked;
  const hasKey =
    [query.id, query['Subscription-Key'], request.headers['x-hojininfo-api-token']].includes(standInKey) ||
    path.startsWith('/lists/');
  const subject = /^\/gbizinfo\/v2\/hojin\/updateInfo(?:\/(\w+))?$/.exec(path);
  const archive = /^\/edinet\/api\/v2\/documents\/(\w{8})$/.exec(path);
  if (!hasKey) refuse(path, response);
  else if (path === '/nta/4/diff' && query.type === '02') diffCsv(standIn, query, response);
  else if (path === '/invoice/1/diff' && query.type === '21') diffJson(standIn, query, response);
  else if (path === '/edinet/api/v2/documents.json' && query.type === '2')
    documents(published, query, response);
  else if (archive && query.type === '5') sendBytes(response, published.archives.get(archive[1] ?? ''));
  else if (subject) updates(standIn, subject[1] ?? '', query, response);
  else if (path === '/lists/Edinetcode.csv') sendBytes(response, published.edinetCodes);
  else if (path === '/lists/data_j.csv') sendBytes(response, published.exchangeList);
  else response.writeHead(400).end('not as documented');
}

function refuse(path: string, response: ServerResponse): void {
  // EDINET answers errors with status 200.
  if (path.startsWith('/edinet/'))
    sendJson(response, { StatusCode: 401, message: 'Access denied due to invalid subscription key.' });
  else response.writeHead(404).end();
}

type Query = AskedRequest['query'];

/** All days from `from` to `to`, in order. */
function between<Row>(days: ReadonlyMap<string, readonly Row[]>, from = '', to = ''): Row[] {
  return [...days]
    .filter(([day]) => day >= from && day <= to)
    .sort(([one], [other]) => one.localeCompare(other))
    .flatMap(([, rows]) => rows);
}

function pageOf<Row>(rows: readonly Row[], number: number, size: number) {
  return {
    count: rows.length,
    pages: Math.max(1, Math.ceil(rows.length / size)),
    page: rows.slice((number - 1) * size, number * size),
  };
}

function diffCsv(
  { published, pageSize }: StandIn,
  { from, to, divide = '1' }: Query,
  response: ServerResponse,
): void {
  const rows = between(published.corporateNumbers, from, to);
  const { count, pages, page } = pageOf(rows, Number(divide), pageSize);
  const lines = [`${published.lastUpdateDate},${count},${divide},${pages}`, ...page];
  response.setHeader('content-type', 'text/csv; charset=UTF-8');
  response.end(lines.map((line) => `${line.trimEnd()}\r\n`).join(''));
}

function diffJson(
  { published, pageSize }: StandIn,
  { from, to, divide = '1' }: Query,
  response: ServerResponse,
): void {
  const rows = between(published.invoiceIssuers, from, to);
  const { count, pages, page } = pageOf(rows, Number(divide), Math.min(pageSize, 500));
  sendJson(response, {
    lastUpdateDate: published.lastUpdateDate,
    count: String(count),
    divideNumber: divide,
    divideSize: String(pages),
    announcement: page,
  });
}

function documents(
  { edinetDocuments }: Published,
  { date = '', type }: Query,
  response: ServerResponse,
): void {
  const results = edinetDocuments.get(date) ?? [];
  const metadata = {
    title: '提出された書類を把握するためのAPI',
    parameter: { date, type },
    resultset: { count: results.length },
    processDateTime: `${date} 23:59`,
    status: '200',
    message: 'OK',
  };
  sendJson(response, { metadata, results });
}

function updates(
  { published, pageSize }: StandIn,
  subject: string,
  { from = '', page: number = '1' }: Query,
  response: ServerResponse,
): void {
  const day = from.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  const { count, pages, page } = pageOf(
    published.gbizinfo.get(`${subject} ${day}`) ?? [],
    Number(number),
    pageSize,
  );
  sendJson(response, {
    'hojin-infos': page,
    totalCount: String(count),
    totalPage: String(pages),
    pageNumber: number,
  });
}

function sendBytes(response: ServerResponse, bytes: Uint8Array | null | undefined): void {
  if (bytes) response.end(bytes);
  else response.writeHead(404).end();
}

export function sendJson(response: ServerResponse, value: object): void {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(value));
}
