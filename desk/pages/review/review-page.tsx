import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { answer } from '../../api.ts';
import { count, useTexts } from '../../language.ts';
import { useLoaded } from '../../loading.ts';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Loading, Page } from '../../parts/page.tsx';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { ActionBar } from './action-bar.tsx';
import { CandidatesPanel, companiesPerPage } from './candidates-panel.tsx';
import { type Filter, filterInAddress, readFilter } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { type Command, commandOf, takesKeys } from './keys.ts';
import { NamesakesDialog } from './namesakes-dialog.tsx';
import { Problems } from './problems.tsx';
import { ProgressMap } from './progress-map.tsx';
import './review.css';
import { type Choice, mayDecide, readLastRow, readProgress, type Source } from './review-api.ts';
import type { ReviewStore } from './review-store.ts';
import { type OpenReview, reviewOf } from './review-stores.ts';
import { RowPanel } from './row-panel.tsx';
import { SameRowsDialog } from './same-rows-dialog.tsx';
import { SearchDialog } from './search-dialog.tsx';
import { shownCompanies } from './shown-company.ts';
import { SideList } from './side-list.tsx';
import { StartDialog } from './start-dialog.tsx';
import { reviewTexts } from './texts.ts';
import { usePresence } from './use-presence.ts';

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
      const [{ source }, lastRow, writes] = await Promise.all([
        answer(
          api.client.GET('/api/service/sources/{sourceId}/inspect', {
            params: { path: { sourceId } },
            signal,
          }),
        ),
        query.get('row') ?? readLastRow(api, sourceId).catch(() => null),
        mayDecide(api, sourceId),
      ]);
      return { source, lastRow, writes };
    },
    [api, sourceId],
  );
  const { data } = opened;
  const name = data?.source.name ?? '';
  if (data?.source.mapping)
    return <Review source={data.source} startRow={data.lastRow} writes={data.writes} query={query} />;
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

type OpenDialog = 'help' | 'search' | 'namesakes' | 'same' | null;
const keptKeys = 'company-data-desk.review-keys';
const segments = 120;

function useStore(store: ReviewStore): void {
  const [, show] = useReducer((version: number) => version + 1, 0);
  useLayoutEffect(() => store.subscribe(() => show(undefined)), [store]);
}

function Review(props: {
  readonly source: Source;
  readonly startRow: string | null;
  /** Whether the key may decide. */
  readonly writes: boolean;
  readonly query: URLSearchParams;
}) {
  const { source } = props;
  const text = useTexts(reviewTexts);
  const { api, credits, refreshCredits } = useSession();
  const [filter, setFilter] = useState<Filter>(() => readFilter(props.query));
  const [review] = useState<OpenReview>(() => reviewOf(api, source, filter));
  const { store } = review;
  useStore(store);
  if (!props.writes) store.readOnly = true;
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [looksOnly, setLooksOnly] = useState(false);
  const [keysOn, setKeysOn] = useState(() => localStorage.getItem(keptKeys) !== 'off');
  const [candidatesPage, setCandidatesPage] = useState({ rowId: '', page: 0 });
  const [said, say] = useState('');
  const [opening, setOpening] = useState(true);

  const open = async (other: Filter, rowId: string | null) => {
    setOpening(true);
    review.setFilter(other);
    await store.open(rowId);
    setOpening(false);
  };
  useEffect(() => {
    void open(filter, props.startRow);
  }, [store]);
  if (store.balance === null && credits) store.balance = credits.basic;
  const unsent = store.outbox.waiting;
  useEffect(() => {
    if (unsent === 0) refreshCredits();
  }, [unsent, refreshCredits]);

  const decisions = store.tasks.filter(({ state }) => state === 'done').length;
  const progress = useLoaded(
    () => readProgress(api, source.source_id, segments),
    [api, Math.floor(decisions / 5)],
  );
  usePresence(api, source.source_id, review);

  const { row } = store;
  const task = row && store.decided.get(row.source_row_id);
  const companies = row ? shownCompanies(row) : [];
  const page = candidatesPage.rowId === row?.source_row_id ? candidatesPage.page : 0;
  const isOpen = row !== undefined && store.isOpen(row);
  const canChoose = isOpen && !store.readOnly;
  const heading = useFocusOnRow(store);

  useEffect(() => {
    if (opening) return;
    const query = { ...filterInAddress(filter), row: store.shown ?? undefined };
    history.replaceState(null, '', linkTo(['sources', source.source_id, 'review'], query));
  }, [store.shown, filter, opening]);

  const choose = (company: Choice, byHand: boolean) => {
    setDialog(null);
    store.choose(company, byHand);
    if (store.pending === null) say(text.announceChosen(company.legal_name));
  };
  const undo = () => {
    const undone = store.undoLast();
    say(undone ? text.announceUndone(count(undone.row.row_number)) : text.nothingToUndo);
  };
  const nextPage = () => {
    const pages = Math.ceil(companies.length / companiesPerPage);
    if (row && pages > 1) setCandidatesPage({ rowId: row.source_row_id, page: (page + 1) % pages });
  };
  const decide = (action: () => void) => () => {
    if (canChoose) action();
    else if (row && !isOpen) say(text.alreadyDecided);
  };
  const actions: Readonly<Record<Exclude<Command['name'], 'choose'>, () => void>> = {
    more: nextPage,
    skip: decide(() => store.skip()),
    none: decide(() => store.mark('none_of_these')),
    not_company: decide(() => store.mark('not_a_company')),
    undo: () => store.readOnly || undo(),
    search: decide(() => setDialog('search')),
    namesakes: () => row && setDialog('namesakes'),
    next: () => void store.move(1),
    previous: () => void store.move(-1),
    same: () => canChoose && row.same_name_rows > 1 && store.setScope({ same: !store.scope.same }),
    remember: () => canChoose && store.setScope({ always: !store.scope.always }),
    help: () => setDialog('help'),
  };
  const run = (command: Command) => {
    if (command.name !== 'choose') return actions[command.name]();
    const company = companies[page * companiesPerPage + command.number - 1];
    if (company) decide(() => choose(company, false))();
  };
  const asksForPrice = store.pending !== null;
  useKeys(keysOn && dialog === null && !asksForPrice, run);

  const startsNow =
    !opening && store.agreement.ceiling === null && !looksOnly && !store.readOnly && progress.data !== null;
  const go = (rowId: string) => void store.goTo(rowId);
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
          onGo={(rowNumber) => void open(filter, String(rowNumber))}
        />
      )}
      <FilterBar
        filter={filter}
        source={source}
        onFilter={(other) => {
          setFilter(other);
          void open(other, null);
        }}
      />
      <Problems store={store} onGo={go} />
      {store.readOnly && <Notice kind="warning">{text.readOnly}</Notice>}
      <p class="hidden-visually" role="status">
        {said}
      </p>
      <div class="review-work">
        {row ? (
          <>
            <RowPanel
              key={row.source_row_id}
              row={row}
              source={source}
              heading={heading}
              task={task}
              at={store.whoIsAt(row)}
              onTakeBack={isOpen || store.readOnly ? null : () => store.takeBack(row)}
            />
            <CandidatesPanel
              row={row}
              source={source}
              companies={companies}
              page={page}
              canChoose={canChoose}
              chosen={task ? (task.company?.company_id ?? null) : row.company_id}
              keysOn={keysOn}
              onPage={(number) => setCandidatesPage({ rowId: row.source_row_id, page: number })}
              onChoose={(company) => choose(company, false)}
              onNamesakes={() => setDialog('namesakes')}
            />
          </>
        ) : (
          <Finished store={store} sourceId={source.source_id} opening={opening} heading={heading} />
        )}
        <SideList
          tasks={store.tasks}
          history={store.history}
          canUndo={!store.readOnly}
          onUndoTask={(own) => store.undoTask(own)}
          onUndo={(entry) => void store.undoEntry(entry)}
          onGo={go}
        />
      </div>
      <ActionBar
        store={store}
        row={row}
        isOpen={isOpen}
        readOnly={store.readOnly}
        keysOn={keysOn}
        onCommand={run}
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
          name={row.written?.name ?? row.cells[source.mapping?.columns.name ?? ''] ?? ''}
          price={store.price}
          onPick={(company) =>
            choose(company, !companies.some(({ company_id }) => company_id === company.company_id))
          }
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'namesakes' && row && (
        <NamesakesDialog
          sourceId={source.source_id}
          rowId={row.source_row_id}
          onPick={canChoose ? (company) => choose(company, true) : null}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'same' && row && (
        <SameRowsDialog source={source} row={row} onClose={() => setDialog(null)} />
      )}
      {(startsNow || asksForPrice) && dialog === null && (
        <StartDialog
          key={store.pending?.price ?? 'start'}
          open={progress.data?.total.open ?? store.matching ?? 0}
          used={store.agreement.used}
          first={store.agreement.ceiling === null}
          creditsLeft={store.creditsLeft}
          needed={store.pending?.price ?? null}
          onAgree={(ceiling) => store.agree(ceiling)}
          onClose={() => {
            setLooksOnly(true);
            store.disagree();
          }}
        />
      )}
    </Page>
  );
}

function Head(props: { readonly store: ReviewStore; readonly onHelp: () => void }) {
  const { store } = props;
  const text = useTexts(reviewTexts);
  const { waiting } = store.outbox;
  const others = [...new Set(store.present.map(({ key }) => key.label))];
  return (
    <div class="review-head">
      {others.length > 0 && <span class="review-chip">{text.alsoPresent(others.join(', '))}</span>}
      <span class="review-soft review-sent">{waiting > 0 ? text.unsent(count(waiting)) : text.allSent}</span>
      <button type="button" class="quiet" onClick={props.onHelp} aria-keyshortcuts="?">
        {text.help} <kbd>?</kbd>
      </button>
    </div>
  );
}

function Finished(props: {
  readonly store: ReviewStore;
  readonly sourceId: string;
  readonly opening: boolean;
  readonly heading: ReturnType<typeof useFocusOnRow>;
}) {
  const { store } = props;
  const text = useTexts(reviewTexts);
  const { error, ended } = store.window;
  if (error !== null) return <Failure error={error} onRetry={() => void store.open(null)} />;
  if (props.opening || !ended)
    return (
      <p class="loading" role="status">
        {text.loadingRow}
      </p>
    );
  const skipped = store.window.rows.filter(
    (row) => store.isOpen(row) && store.skipped.has(row.source_row_id),
  ).length;
  return (
    <section class="review-row review-finished">
      <h2 ref={props.heading} tabIndex={-1}>
        {text.done}
      </h2>
      <p>
        {text.doneText(
          count(store.tasks.filter(({ action, undone }) => action !== 'undo' && !undone).length),
        )}
      </p>
      <p class="review-buttons">
        {skipped > 0 && (
          <button type="button" class="primary" onClick={() => store.showSkipped()}>
            {text.showSkipped(count(skipped))}
          </button>
        )}
        <a class="button" href={linkTo(['sources', props.sourceId])}>
          {text.backToTable}
        </a>
      </p>
    </section>
  );
}

/** When another row is shown, its heading gets the focus, so that a screen reader reads it. */
function useFocusOnRow(store: ReviewStore) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef<string | null | undefined>(undefined);
  useLayoutEffect(() => {
    const isFirst = before.current === undefined || (before.current === null && !store.tasks.length);
    before.current = store.shown;
    if (isFirst) return;
    heading.current?.focus({ preventScroll: true });
    const top = heading.current?.closest('.review-work')?.getBoundingClientRect().top ?? 0;
    if (top < 0) heading.current?.closest('.review-work')?.scrollIntoView({ block: 'start' });
    measureNextRow();
  }, [store.shown]);
  return heading;
}

let keyAt: number | null = null;

/** For the browser's own performance tools: from the key to the next row on the screen. */
function measureNextRow(): void {
  const start = keyAt;
  keyAt = null;
  if (start === null) return;
  requestAnimationFrame(() => setTimeout(() => performance.measure('review-next-row', { start }), 0));
}

function useKeys(active: boolean, run: (command: Command) => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      if (target instanceof HTMLElement && takesKeys(target as HTMLInputElement)) return;
      if (document.querySelector('dialog[open]')) return;
      const command = commandOf(event);
      if (!command) return;
      event.preventDefault();
      keyAt = event.timeStamp;
      latest.current(command);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [active]);
}
