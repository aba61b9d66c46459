import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import {
  findCodeText,
  formatCount,
  formatTime,
  type Language,
  useLanguage,
  useTexts,
} from '../../language.ts';
import { joinClasses } from '../../parts/classes.ts';
import { Button } from '../../parts/form.tsx';
import { describeKey, formatKeyName } from '../../parts/key-name.ts';
import { actionTexts, type CodeTexts, issueTexts, reasonTexts, setAsideTexts } from './code-words.ts';
import { reviewTexts } from './review-texts.ts';
import { Seen } from './side-list.tsx';
import type { HistoryEntry, Present, Row, Source } from './state/review-api.ts';
import type { Task } from './state/task.ts';

const longName = 40;

/** Cells that are shown before a person asks for more. */
const shownCells = { wide: 8, narrow: 3 } as const;

/** The row, large: what it says, how its name was read, and why it is open or how it was decided. */
export function RowPanel(props: {
  readonly row: Row;
  readonly source: Source;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly task: Task | undefined;
  readonly isHeld: boolean;
  readonly at: Present | null;
  /** Who decided the row and when; null if unknown or not decided. */
  readonly entry: HistoryEntry | null;
  readonly onTakeBack: (() => void) | null;
}) {
  const { row, source } = props;
  const text = useTexts(reviewTexts);
  const nameHeader = source.mapping?.columns.name;
  const name = (nameHeader !== undefined && markControlCharacters(row.cells[nameHeader] ?? '').trim()) || '';
  return (
    <section class="review-row" aria-labelledby="review-row-title">
      <p class="review-row-place">
        {text.rowOf(formatCount(row.row_number), formatCount(source.row_count))}
        {row.file_row !== null && <small> · {text.fileRow(formatCount(row.file_row))}</small>}
      </p>
      <h2
        id="review-row-title"
        ref={props.heading}
        tabIndex={-1}
        class={joinClasses('review-row-name', name.length > longName && 'review-row-name-long')}
      >
        {name === '' && <span class="review-soft">{text.noName}</span>}
        {name !== '' && <WrittenCell row={row} cell={name} />}
      </h2>
      {props.at && <p class="review-at">{text.alsoHere(formatKeyName(props.at.key))}</p>}
      <Reason {...props} />
      <Cells row={row} source={source} />
    </section>
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unseen = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A cell with a mark for each control character: some turn the text around, so that a person would read another name. */
function markControlCharacters(cell: string): string {
  return cell.replace(unseen, '\ufffd');
}

/** The cell as written. What was set aside is dimmed. */
function WrittenCell({ row, cell }: { readonly row: Row; readonly cell: string }) {
  const kinds = useTexts(setAsideTexts);
  const text = useTexts(reviewTexts);
  const [whole, setWhole] = useState(false);
  const maxLength = 160;
  const shown = whole || cell.length <= maxLength ? cell : `${cell.slice(0, maxLength)}…`;
  // Further companies of the cell are meant, too.
  const aside = (row.written?.set_aside ?? []).filter(({ kind }) => kind !== 'other_company');
  return (
    <>
      <span lang="ja">
        {splitAside(
          shown,
          aside.map((part) => part.text),
        ).map(({ part, isAside }, place) =>
          isAside ? (
            <span key={`${place} ${part}`} class="review-aside">
              {part}
            </span>
          ) : (
            part
          ),
        )}
      </span>
      {shown !== cell && (
        <Button label={text.loadMore} class="quiet review-more" onClick={() => setWhole(true)} />
      )}
      {aside.length > 0 && (
        <small class="review-aside-list">
          {text.setAside}:{' '}
          {aside.map((part) => `${part.text} (${findCodeText(kinds, part.kind) ?? part.kind})`).join(', ')}
        </small>
      )}
    </>
  );
}

/** Divides a text where the parts are found, in their order. */
function splitAside(
  cell: string,
  parts: readonly string[],
): readonly { readonly part: string; readonly isAside: boolean }[] {
  const pieces: { part: string; isAside: boolean }[] = [];
  let rest = cell;
  const sorted = parts.filter(Boolean).toSorted((a, b) => cell.indexOf(a) - cell.indexOf(b));
  for (const part of sorted) {
    const place = rest.indexOf(part);
    if (place < 0) continue;
    if (place > 0) pieces.push({ part: rest.slice(0, place), isAside: false });
    pieces.push({ part, isAside: true });
    rest = rest.slice(place + part.length);
  }
  if (rest !== '') pieces.push({ part: rest, isAside: false });
  return pieces;
}

function Reason(props: {
  readonly row: Row;
  readonly task: Task | undefined;
  readonly isHeld: boolean;
  readonly entry: HistoryEntry | null;
  readonly onTakeBack: (() => void) | null;
}) {
  const { row, task, entry } = props;
  const text = useTexts(reviewTexts);
  const language = useLanguage();
  const reasons = useTexts(reasonTexts);
  const issues = useTexts(issueTexts);
  const actions = useTexts(actionTexts);
  const decided = task
    ? describeTask(task, actions, text.chosenByHand)
    : describeDecision(row, entry, actions, text.chosenByHand);
  if (decided !== null)
    return (
      <div class="review-decided">
        <p>
          <strong>{text.decided(decided)}</strong>{' '}
          {task?.state === 'waiting' && <small>{props.isHeld ? text.notSent : text.waiting}</small>}
        </p>
        {task && task.state === 'done' && (
          <p>
            <small>
              {[
                task.rowsChanged > 1 && text.rows(formatCount(task.rowsChanged)),
                task.leftOut > 0 && text.leftOut(formatCount(task.leftOut)),
                task.scope.always && text.remembered,
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </p>
        )}
        {entry && (
          <>
            <p>
              <small>{text.decidedBy(describeKey(entry.key), formatTime(entry.decided_at, language))}</small>
            </p>
            <Seen entry={entry} />
          </>
        )}
        {props.onTakeBack && <Button label={text.takeBack} onClick={props.onTakeBack} />}
      </div>
    );
  // Its message has only codes, and the reason says the same.
  const told = row.issues.filter(({ code }) => code !== 'assurance_below');
  return (
    <div class="review-reason">
      <p>{findCodeText(reasons, row.reason?.code) ?? row.reason?.message ?? ''}</p>
      {told.length > 0 && (
        <ul>
          {told.map(({ code, header, message, companies, fund }) => (
            <li key={`${code} ${header} ${message}`}>
              {header !== null && <strong>{header}: </strong>}
              {language === 'en' ? message : (findCodeText(issues, code) ?? message)}
              {language !== 'en' && fund && <small> {fund}</small>}
              {companies && companies.length > 0 && (
                <small>
                  {' '}
                  {companies
                    .map(({ legal_name, from, to }) => formatNamePeriod(legal_name, from, to, language))
                    .join(' → ')}
                </small>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function formatNamePeriod(name: string, from: string | null, to: string | null, language: Language): string {
  const dash = language === 'ja' ? '～' : '–';
  if (from || to) return `${name} (${from ?? ''}${dash}${to ?? ''})`;
  return name;
}

function describeTask(task: Task, actions: CodeTexts, byHand: string): string {
  const action = findCodeText(actions, task.action) ?? task.action;
  if (!task.company) return action;
  if (task.byHand) return `${task.company.legal_name} (${byHand})`;
  return task.company.legal_name;
}

function describeDecision(
  row: Row,
  entry: HistoryEntry | null,
  actions: CodeTexts,
  byHand: string,
): string | null {
  if (row.resolve_status !== 'matched') {
    if (row.decision === null) return null;
    return findCodeText(actions, row.decision) ?? row.decision;
  }
  const id = row.company_id;
  const candidate = row.resolve_candidates.find(({ company_id }) => company_id === id);
  const suggestion = row.resolve_suggestions.find(({ company_id }) => company_id === id);
  const name = candidate?.legal_name ?? suggestion?.legal_name ?? entry?.after.company_name ?? id ?? '';
  const wasCandidate = candidate && candidate.matched_by[0]?.stage !== 'chosen_by_hand';
  if (row.decision === 'chosen' && !wasCandidate) return `${name} (${byHand})`;
  return name;
}

function Cells({ row, source }: { readonly row: Row; readonly source: Source }) {
  const text = useTexts(reviewTexts);
  const [all, setAll] = useState(false);
  // The candidates follow below the cells there.
  const isNarrow = matchMedia('(max-width: 760px)').matches;
  const mapped = new Set(
    Object.values({ ...source.mapping?.columns, ...source.mapping?.hints, ...source.mapping?.as_of }),
  );
  const headers = source.headers.filter((header) => header !== source.mapping?.columns.name);
  const filled = headers
    .filter((header) => (row.cells[header] ?? '').trim() !== '')
    .toSorted((a, b) => Number(mapped.has(b)) - Number(mapped.has(a)));
  const empty = headers.length - filled.length;
  const shown = all ? filled : filled.slice(0, isNarrow ? shownCells.narrow : shownCells.wide);
  return (
    <div class="review-cells">
      <dl>
        {shown.map((header) => (
          <div key={header} class={joinClasses(mapped.has(header) && 'review-cell-mapped')}>
            <dt>{header}</dt>
            <dd>{markControlCharacters(row.cells[header] ?? '')}</dd>
          </div>
        ))}
      </dl>
      <p>
        {filled.length > shown.length && (
          <Button
            label={text.showCells(formatCount(filled.length - shown.length))}
            class="quiet"
            onClick={() => setAll(true)}
          />
        )}
        {empty > 0 && <small>{text.emptyCells(formatCount(empty))}</small>}
      </p>
    </div>
  );
}
