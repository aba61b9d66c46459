import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { formatCount, useLanguage, useTexts } from '../../language.ts';
import { useLoaded } from '../../loading.ts';
import { formatKeyName } from '../../parts/key-name.ts';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Loading, Page } from '../../parts/page.tsx';
import { UndoCall } from '../../parts/undo-call.tsx';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { ActionBar } from './action-bar.tsx';
import { CandidatesPanel, companiesPerPage } from './candidates/candidates-panel.tsx';
import { HelpDialog } from './dialogs/help-dialog.tsx';
import { NamesakesDialog } from './dialogs/namesakes-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Problems } from './problems.tsx';
import { ProgressMap } from './progress-map.tsx';
import {
  type Filter,
  isForAnyState,
  isHidingOpenRows,
  readFilter,
  usualFilter,
  writeFilter,
} from './state/filter.ts';
import type { Command } from './state/keys.ts';
import { prepareNextRows, useFocusOnRow, useKeys } from './state/next-row.ts';
import './review.css';
import { getShownCompanies } from './candidates/shown-company.ts';
import { SameRowsDialog } from './dialogs/same-rows-dialog.tsx';
import { SearchDialog } from './dialogs/search-dialog.tsx';
import { StartDialog } from './dialogs/start-dialog.tsx';
import { Finished, Head } from './review-head.tsx';
import { RowPanel } from './row-panel.tsx';
import { SideList } from './side-list.tsx';
import { type Choice, type Row, readLastRow, readProgress, type Source } from './state/review-api.ts';
import type { ReviewStore } from './state/review-store.ts';
import { getReview, type OpenReview } from './state/review-stores.ts';
import { usePresence } from './state/use-presence.ts';
import { reviewTexts } from './texts.ts';

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
        query.get('row') ?? readLastRow(api, sourceId).catch(() => null),
      ]);
      return { source, lastRow };
    },
    [api, sourceId],
  );
  const { data } = opened;
  const name = data?.source.name ?? '';
  if (data?.source.mapping) return <Review source={data.source} startRow={data.lastRow} query={query} />;
  return (
    <Page title={text.title(name)}>
      <Failure error={opened.error} onRetry={opened.reload} />
      {opened.loading && <Loading />}
      {data && (
        <Notice kind="warning">
          <p>{text.unmapped}</p>
          <a href={linkTo(['sources', sourceId])}>{text.toTable}</a>
        </Notice>
      )}
    </Page>
  );
}

const none: readonly never[] = [];

type OpenDialog = 'help' | 'search' | 'namesakes' | 'same' | null;
const keptKeys = 'company-data-desk.review-keys';
const segments = 120;
const laterMs = 120;
/** After the last of several decisions. */
const progressMs = 1200;

/** A value as it was a moment ago: for what need not change with each key. */
function useLater(value: number): number {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), laterMs);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}

function useStore(store: ReviewStore): void {
  const [, show] = useReducer((version: number) => version + 1, 0);
  useLayoutEffect(() => store.subscribe(() => show(undefined)), [store]);
}

function Review(props: {
  readonly source: Source;
  readonly startRow: string | null;
  readonly query: URLSearchParams;
}) {
  const { source } = props;
  const text = useTexts(reviewTexts);
  const { api, credits, limits, refreshCredits } = useSession();
  const [filter, setFilter] = useState<Filter>(() => readFilter(props.query));
  const [review] = useState<OpenReview>(() => getReview(api, limits.keyId, source, filter));
  const { store } = review;
  useStore(store);
  if (limits.readOnly) store.readOnly = true;
  const getName = ({ cells }: Row) => cells[source.mapping?.columns.name ?? ''] ?? '';
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [looksOnly, setLooksOnly] = useState(false);
  const [keysOn, setKeysOn] = useState(() => localStorage.getItem(keptKeys) !== 'off');
  const [candidatesPage, setCandidatesPage] = useState({ rowId: '', page: 0 });
  const [said, say] = useState('');
  const [opening, setOpening] = useState(true);

  const openRows = async (other: Filter, rowId: string | null) => {
    setOpening(true);
    setFilter(other);
    review.setFilter(other);
    // A person who asks for the skipped rows wants them now.
    if (other.rows === 'skipped') store.skipped.clear();
    await store.openRows(rowId, isForAnyState(other));
    setOpening(false);
  };
  useEffect(() => {
    void openRows(filter, props.startRow);
  }, [store]);
  useEffect(() => {
    if (credits) store.setFunds({ balance: credits.basic, ofKey: credits.ofKey });
  }, [credits, store]);
  const unsent = store.outbox.waiting;
  useEffect(() => {
    // Credits may have been granted since.
    if (unsent === 0 || store.unpaid) refreshCredits();
  }, [unsent, store.unpaid, refreshCredits]);

  const progress = useLoaded(() => readProgress(api, source.source_id, segments), [api]);
  const { reload } = progress;
  const ended = store.tasks.filter(({ state }) => state !== 'waiting').length;
  useEffect(() => {
    const timer = setTimeout(reload, progressMs);
    return () => clearTimeout(timer);
  }, [ended, store.history, reload]);
  usePresence(api, source.source_id, review, refreshCredits);

  useEffect(() => prepareNextRows(store, source), [store, source, store.shown]);

  const { row } = store;
  const task = row && store.decided.get(row.source_row_id);
  const companies = row ? getShownCompanies(row) : none;
  const page = candidatesPage.rowId === row?.source_row_id ? candidatesPage.page : 0;
  const isOpen = row !== undefined && store.isOpen(row);
  const canChoose = isOpen && !store.readOnly;
  // What is remembered holds for all tables, and a key for one reaches no other.
  const canRemember = limits.sourceId === null;
  const heading = useFocusOnRow(store);

  const named = useRef(props.query);
  useEffect(() => {
    // Another address of this review was opened: a row or a filter.
    if (named.current === props.query) return;
    named.current = props.query;
    void openRows(readFilter(props.query), props.query.get('row') ?? store.shown);
  }, [props.query]);
  useEffect(() => {
    if (opening) return;
    const query = { ...writeFilter(filter), row: store.shown ?? undefined };
    history.replaceState(null, '', linkTo(['sources', source.source_id, 'review'], query));
  }, [store.shown, filter, opening]);

  const chooseCompany = (company: Choice, byHand: boolean) => {
    setDialog(null);
    store.chooseCompany(company, byHand);
    if (store.pending === null && store.unpaid === null) say(text.announceChosen(company.legal_name));
  };
  const undoLast = async () => {
    const undone = await store.undoLast();
    if (undone === 'asks') return;
    say(undone ? text.announceUndone(formatCount(undone.row_number)) : text.nothingToUndo);
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
  const chosen = task ? (task.company?.company_id ?? null) : (row?.company_id ?? null);
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
  const asksForPrice = store.pending !== null;
  useKeys(keysOn, runCommand);

  const startsNow =
    !opening && store.agreement.ceiling === null && !looksOnly && !store.readOnly && progress.data !== null;
  return (
    <Page
      title={text.title(source.name)}
      wide
      aside={<Head store={store} onHelp={() => setDialog('help')} />}
    >
      {progress.data && (
        <ProgressMap
          progress={progress.data}
          unsent={store.unsentRows}
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
          <a href={linkTo(['sources', 'remembered'], { q: getName(store.settledBefore.row).slice(0, 200) })}>
            {text.rememberedChoices}
          </a>
        </Notice>
      )}
      <div class="review-work">
        {row ? (
          <>
            <RowPanel
              key={row.source_row_id}
              row={row}
              source={source}
              heading={heading}
              task={task}
              at={store.findOtherPerson(row)}
              entry={isOpen || task?.state === 'waiting' ? null : store.findEntry(row)}
              onTakeBack={isOpen || store.readOnly ? null : () => store.takeBack(row)}
            />
            {candidates}
          </>
        ) : (
          <Finished
            store={store}
            sourceId={source.source_id}
            opening={opening}
            heading={heading}
            onShowOpen={
              isHidingOpenRows(filter)
                ? () => void openRows({ ...usualFilter, sort: filter.sort }, null)
                : null
            }
          />
        )}
        {side}
      </div>
      <ActionBar
        store={store}
        row={row}
        isOpen={isOpen}
        readOnly={store.readOnly}
        keysOn={keysOn}
        said={said}
        canSearch={limits.sourceId === null}
        canRemember={canRemember}
        onCommand={runCommand}
        onShowSame={() => setDialog('same')}
      />
      {dialog === 'help' && (
        <HelpDialog
          keysOn={keysOn}
          onKeysOn={(on) => {
            setKeysOn(on);
            localStorage.setItem(keptKeys, on ? 'on' : 'off');
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'search' && row && (
        <SearchDialog
          name={row.written?.name ?? getName(row)}
          price={store.price}
          onPick={(company) =>
            chooseCompany(company, !companies.some(({ company_id }) => company_id === company.company_id))
          }
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'namesakes' && row && (
        <NamesakesDialog
          sourceId={source.source_id}
          rowId={row.source_row_id}
          onPick={canChoose ? (company) => chooseCompany(company, true) : null}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'same' && row && (
        <SameRowsDialog source={source} row={row} onClose={() => setDialog(null)} />
      )}
      {store.undoing && (
        <UndoCall
          call={store.undoing.call}
          ownKeyId={limits.keyId}
          present={[...new Set(store.present.map(({ key }) => formatKeyName(key)))]}
          onYes={async (reopens) => {
            const { row: undone } = store.undoing ?? {};
            store.confirmUndo(reopens);
            if (undone) say(text.announceUndone(formatCount(undone.row_number)));
          }}
          onClose={() => store.cancelUndo()}
        />
      )}
      {(startsNow || asksForPrice) && dialog === null && store.undoing === null && (
        <StartDialog
          key={store.pending?.price ?? 'start'}
          open={progress.data?.total.open ?? store.matching ?? 0}
          used={store.agreement.used}
          charged={store.agreement.charged}
          first={store.agreement.ceiling === null}
          creditsLeft={store.creditsLeft}
          isLimitOfKey={store.isLimitOfKey}
          needed={store.pending?.price ?? null}
          onAgree={(ceiling) => store.acceptCeiling(ceiling)}
          onClose={() => {
            setLooksOnly(true);
            store.cancelPending();
          }}
        />
      )}
    </Page>
  );
}
