import { type Column, columns } from '../../../../indexers/registers/invoice/columns.ts';
import { corporateNumber } from '../../../support/companies.ts';

/** A statement of the register of invoice issuers, in the publisher's fields. `number` makes the corporate number. */
export type IssuerCells = Partial<Record<Column, string>> & { readonly number?: number };

export function issuer({ number, ...cells }: IssuerCells): Record<Column, string> {
  const usual: Partial<Record<Column, string>> = {
    sequenceNumber: '1',
    process: '01',
    correct: '0',
    kind: '2',
    country: '1',
    latest: '1',
    registrationDate: '2023-10-01',
    updateDate: '2023-04-03',
    address: '東京都千代田区架空町１丁目１番１号',
    addressPrefectureCode: '13',
    addressCityCode: '101',
    name: '株式会社架空製作',
    ...(number !== undefined && { registratedNumber: `T${corporateNumber(number)}` }),
    ...cells,
  };
  return Object.fromEntries(columns.map((column) => [column, usual[column] ?? ''])) as Record<Column, string>;
}

/** A natural person, whose number is none of a corporation. */
export const person = issuer({
  registratedNumber: 'T8100000000009',
  kind: '1',
  name: '架空　太郎',
  tradeName: '太郎商店',
  popularName_previousName: '仮名　太郎',
});

/** The publisher quotes texts, and its files have no header. */
export function invoiceCsv(...rows: readonly Record<Column, string>[]): string {
  const cell = (text: string) => (/^[\d-]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`);
  return rows.map((row) => `${columns.map((column) => cell(row[column])).join(',')}\r\n`).join('');
}

const envelope = { lastUpdateDate: '2026-08-31', count: '2', divideNumber: '1', divideSize: '1' };

export function invoiceJson(...rows: readonly Record<Column, string>[]): string {
  return JSON.stringify({ ...envelope, announcement: rows }, null, 1);
}

export function invoiceXml(...rows: readonly Record<Column, string>[]): string {
  const element = (name: string, content: string) => `<${name}>${content}</${name}>`;
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const issuers = rows.map((row) =>
    element('announcement', columns.map((column) => element(column, escaped(row[column]))).join('')),
  );
  const head = Object.entries(envelope).map(([name, text]) => element(name, text));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('invoice', [...head, ...issuers].join('\n'))}\n`;
}

/** As the Web-API is kept: one `announcement` on each line. */
export function invoiceLines(...rows: readonly Record<Column, string>[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
