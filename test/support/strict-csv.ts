/**
 * RFC 4180 as a state machine: a reader that shares nothing with csv-parse or the service. Lines end with CRLF or LF, also the
 * last one. A byte order mark at the beginning is left out.
 */
export function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (at < text.length) {
    let found = '';
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        if (at >= text.length) throw new Error('a quote is not closed');
        if (text[at] !== '"') found += text[at++];
        else if (text[at + 1] === '"') {
          found += '"';
          at += 2;
        } else break;
      }
      at += 1;
    } else {
      while (at < text.length && !/[",\r\n]/.test(text.charAt(at))) found += text[at++];
    }
    record.push(found);
    if (text[at] === ',') {
      at += 1;
      continue;
    }
    if (text.startsWith('\r\n', at)) at += 2;
    else if (text[at] === '\n') at += 1;
    else throw new Error(`a cell is followed by ${JSON.stringify(text[at])}`);
    records.push(record);
    record = [];
  }
  return records;
}
