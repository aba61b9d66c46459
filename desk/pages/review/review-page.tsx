import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { maxSearchLength } from '../../../client/index.ts';
import { formatCount, useLanguage, useTexts } from '../../language.ts';
import { useLoaded } from '../../loading.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { SourceSteps } from '../sources/source-frame.tsx';
import { ActionBar } from './action-bar.tsx';
import { CandidatesPanel, companiesPerPage } from './candidates/candidates-panel.tsx';
import { getShownCompanies } from './candidates/shown-company.ts';
import { type OpenDialog, ReviewDialogs } from './dialogs/review-dialogs.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useFocusOnRow, useKeys } from './next-row.ts';
import { Problems } from './problems.tsx';
import { ProgressMap } from './progress-map.tsx';
import { Finished, Head } from './review-head.tsx';
import { reviewTexts } from './review-texts.ts';
import { RowPanel } from './row-panel.tsx';
import { SideList } from './side-list.tsx';
import { hasFilter, isHidingOpenRows, usualFilter } from './state/filter.ts';
import type { Command } from './state/keys.ts';
import { type Choice, type Row, readLastOpenRow, type Source } from './state/review-api.ts';
import { useReview } from './use-review.ts';
import './review.css';

/** Loads the table whose rows are reviewed. */
export function ReviewPage({
  sourceId,
  query,
}: {
  readonly sourceId: string;
  readonly query: URLSearchParams;
}) {
  const text = useTexts(reviewTexts);
  const { api } = useSession();
  const opened = useLoaded(
    async (signal) => {
      const [{ source }, lastRow] = await Promise.all([
        api.get('/sources/{sourceId}/inspect', { path: { sourceId }, signal }),
        query.get('row') ?? (hasFilter(query) ? null : readLastOpenRow(api, sourceId).catch(() => null)),
      ]);
      return { source, lastRow };
    },
    [api, sourceId],
  );
  const { data } = opened;
  if (data?.source.mapping) return <Review source={data.source} startRow={data.lastRow} query={query} />;
  return (
    <Page title={text.title(data?.source.name ?? '')}>
      <LoadState of={opened} />
      {data && (
        <Notice kind="warning">
          <p>{text.unmapped}</p>
          <a href={linkTo(['sources', sourceId])}>{text.toTable}</a>
        </Notice>
      )}
    </Page>
  );
}

const keptKeys = 'company-data-desk.review-keys';
const laterMs = 120;

/** A value as it was a moment ago: for what need not change with each key. */
function useLater(value: number): number {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), laterMs);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}

const none: readonly never[] = [];

function Review(props: {
  readonly source: Source;
  readonly startRow: string | null;
  readonly query: URLSearchParams;
}) {
  const { source } = props;
  const text = useTexts(reviewTexts);
  const { limits } = useSession();
  const { store, filter, opening, openRows, progress } = useReview(source, props.startRow, props.query);
  const getName = ({ cells }: Row) => cells[source.mapping?.columns.name ?? ''] ?? '';
  const [dialog, setDialog] = useState<OpenDialog>(null);
  // The store may be that of an earlier visit.
  const [openedAt] = useState(() => new Date());
  const [looksOnly, setLooksOnly] = useState(false);
  const [keysOn, setKeysOn] = useState(() => localStorage.getItem(keptKeys) !== 'off');
  const [candidatesPage, setCandidatesPage] = useState({ rowId: '', page: 0 });
  const [said, say] = useState('');
  const { row } = store;
  const task = row && store.decided.get(row.source_row_id);
  const companies = (row && getShownCompanies(row)) ?? none;
  const page = Number(candidatesPage.rowId === row?.source_row_id) * candidatesPage.page;
  const isOpen = row !== undefined && store.isOpen(row);
  const canChoose = isOpen && !store.readOnly;
  // What is remembered holds for all tables, and a key for one reaches no other.
  const canRemember = limits.sourceId === null;
  const heading = useFocusOnRow(store);

  const chooseCompany = (company: Choice, byHand: boolean) => {
    setDialog(null);
    store.chooseCompany(company, byHand);
    if (store.pending === null && store.unpaid === null) say(text.announceChosen(company.legal_name));
  };
  const undoLast = async () => {
    const undone = await store.undoLast();
    if (undone === 'asks') return;
    if (undone) {
      const row = formatCount(undone.row_number);
      say(undone.action === 'skip' ? text.announceUnskipped(row) : text.announceUndone(row));
    } else say(text.nothingToUndo);
  };
  const showNextPage = () => {
    const pages = Math.ceil(companies.length / companiesPerPage);
    if (row && pages > 1) setCandidatesPage({ rowId: row.source_row_id, page: (page + 1) % pages });
  };
  const guardDecision = (action: () => void) => () => {
    // What a person decides is about the row that was drawn.
    if (canChoose && store.shown === row.source_row_id) action();
    else if (row && !isOpen) say(text.alreadyDecided);
  };
  const actions: Readonly<Record<Exclude<Command['name'], 'choose'>, () => void>> = {
    more: showNextPage,
    skip: guardDecision(() => store.skipRow()),
    none: guardDecision(() => store.markRow('none_of_these')),
    not_company: guardDecision(() => store.markRow('not_a_company')),
    undo: () => store.readOnly || void undoLast(),
    search: guardDecision(() => limits.sourceId === null && setDialog('search')),
    namesakes: () => row && setDialog('namesakes'),
    next: () => void store.moveToNeighbour(1),
    previous: () => void store.moveToNeighbour(-1),
    same: () => canChoose && row.same_name_rows > 1 && store.setScope({ same: !store.scope.same }),
    remember: () => canChoose && canRemember && store.setScope({ always: !store.scope.always }),
    help: () => setDialog('help'),
  };
  const runCommand = (command: Command) => {
    say('');
    if (command.name !== 'choose') return actions[command.name]();
    const company = companies[page * companiesPerPage + command.number - 1];
    if (company) guardDecision(() => chooseCompany(company, false))();
  };
  // What did not change is not drawn again: the next row must be there at once.
  const language = useLanguage();
  const latestChoose = useRef(chooseCompany);
  latestChoose.current = chooseCompany;
  const chosen = (task ?? { company: row }).company?.company_id ?? null;
  const candidates = useMemo(
    () =>
      row && (
        <CandidatesPanel
          row={row}
          source={source}
          companies={companies}
          page={page}
          canChoose={canChoose}
          chosen={chosen}
          keysOn={keysOn}
          onPage={(number) => setCandidatesPage({ rowId: row.source_row_id, page: number })}
          onChoose={(company) => latestChoose.current(company, false)}
          onNamesakes={() => setDialog('namesakes')}
        />
      ),
    [row, source, companies, page, canChoose, chosen, keysOn, language],
  );
  const go = useCallback((rowId: string) => void store.goTo(rowId), [store]);
  const sideVersion = useLater(store.version);
  const side = useMemo(
    () => (
      <SideList
        tasks={store.tasks}
        history={store.history}
        canUndo={!store.readOnly}
        isHeld={store.outbox.held}
        onUndoTask={(own) => store.undoTask(own)}
        onUndo={(entry) => void store.undoEntry(entry)}
        onGo={go}
      />
    ),
    [store, sideVersion, go, language],
  );
  const filterBar = useMemo(
    () => <FilterBar filter={filter} source={source} onFilter={(other) => void openRows(other, null)} />,
    [filter, source, store, language],
  );
  useKeys(keysOn, runCommand);
  const keepKeysOn = (on: boolean) => {
    setKeysOn(on);
    localStorage.setItem(keptKeys, on ? 'on' : 'off');
  };
  const openCount = progress && (store.openRowCount ?? progress.total.open);
  // Without open rows, there is nothing to agree to, until a choice about a reopened one costs something.
  useEffect(() => {
    if (openCount === 0) setLooksOnly(true);
  }, [openCount]);
  const startsNow =
    !opening && store.agreement.ceiling === null && !looksOnly && !store.readOnly && !!openCount;
  return (
    <Page
      title={text.title(source.name)}
      wide
      aside={<Head store={store} onHelp={() => setDialog('help')} />}
    >
      <SourceSteps step="review" source={source} />
      {progress && (
        <ProgressMap
          progress={progress}
          open={openCount ?? 0}
          skipped={store.totals?.skipped ?? progress.total.skipped}
          at={row?.row_number ?? null}
          onGo={(rowNumber) => void openRows(filter, String(rowNumber))}
        />
      )}
      {filterBar}
      <Problems store={store} onGo={go} />
      {store.readOnly && <Notice kind="warning">{text.readOnly}</Notice>}
      {store.settledBefore && (
        <Notice kind="warning">
          {text.settledBefore(formatCount(store.settledBefore.rows))}{' '}
          <a
            href={linkTo(['sources', 'remembered'], {
              q: getName(store.settledBefore.row).slice(0, maxSearchLength),
            })}
          >
            {text.rememberedChoices}
          </a>
        </Notice>
      )}
      <div class="review-work">
        {row && (
          <RowPanel
            key={row.source_row_id}
            row={row}
            source={source}
            heading={heading}
            task={task}
            isHeld={store.outbox.held}
            at={store.findOtherPerson(row)}
            entry={(!isOpen && task?.state !== 'waiting' && store.findEntry(row)) || null}
            onTakeBack={(!isOpen && !store.readOnly && (() => store.takeBack(row))) || null}
          />
        )}
        {candidates}
        {!row && (
          <Finished
            store={store}
            sourceId={source.source_id}
            opening={opening}
            since={openedAt}
            heading={heading}
            isFiltered={isHidingOpenRows(filter)}
            onShowOpen={() => void openRows({ ...usualFilter, sort: filter.sort }, null)}
          />
        )}
        {side}
      </div>
      <ActionBar
        store={store}
        row={row}
        hasCompanies={companies.length > 0}
        isOpen={isOpen}
        readOnly={store.readOnly}
        keysOn={keysOn}
        said={said}
        canSearch={limits.sourceId === null}
        canRemember={canRemember}
        onCommand={runCommand}
        onShowSame={() => setDialog('same')}
      />
      <ReviewDialogs
        store={store}
        source={source}
        dialog={dialog}
        name={(row && (row.written?.name ?? getName(row))) ?? ''}
        companies={companies}
        canChoose={canChoose}
        keysOn={keysOn}
        openRows={store.openRowCount}
        startsNow={startsNow}
        onKeysOn={keepKeysOn}
        onChoose={chooseCompany}
        onSay={say}
        onLookOnly={() => setLooksOnly(true)}
        onClose={() => setDialog(null)}
      />
    </Page>
  );
}
