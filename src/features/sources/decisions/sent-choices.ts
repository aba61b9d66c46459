import type { LineChoice, TableChoices } from './choice-table.ts';

/** What a table says, as the process that reads it sends it: the choices as JSON in pieces, because together they can be 30 MB. */
export interface SentChoices extends Omit<TableChoices, 'choices'> {
  readonly copy: readonly Uint8Array<ArrayBuffer>[];
}

/** Characters of JSON; parsing so many takes a few milliseconds. */
const pieceLength = 256 * 1024;

export function sentChoices({ choices, ...table }: TableChoices): SentChoices {
  return { ...table, copy: [...piecesOf(choices)] };
}

function* piecesOf(choices: readonly LineChoice[]): Generator<Uint8Array<ArrayBuffer>> {
  let piece: string[] = [];
  let length = 0;
  for (const [at, choice] of choices.entries()) {
    const json = JSON.stringify(choice);
    length += json.length;
    piece.push(json);
    if (length < pieceLength && at < choices.length - 1) continue;
    yield Buffer.from(`[${piece.join(',')}]`);
    piece = [];
    length = 0;
  }
}

/** The choices of a piece. */
export function choicesOf(piece: Uint8Array): readonly LineChoice[] {
  return JSON.parse(Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString());
}
