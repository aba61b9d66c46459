import type { DecisionAction } from '../../../contract/sources/decisions.ts';
import type { RowDecision } from '../../../contract/sources/sources.ts';

/** What each decision of a person does to a row (docs/sources.md#decisions). `decisions-store.ts` writes it. */

/** What can hold for a row before the action, as far as the effect depends on it. */
export const rowConditions = [
  /** A decision is in force. Otherwise resolve settled the row, or left it open. */
  'decided',
  /** The row was charged. */
  'paid',
  /** A person added the row's company to its candidates. */
  'by_hand',
  /** The company to choose is a candidate of the row. */
  'candidate',
  /** People took the company to choose back for the row. */
  'taken_back',
  /** The whole call is undone that made the decision. Nobody says that the company is wrong for this row. */
  'call_undone',
] as const;
export type RowCondition = (typeof rowConditions)[number];

/** The conditions that hold. */
export type RowState = ReadonlySet<RowCondition>;

/** A value of the row: as it is `now`, before the action, or as it was while `undecided`. */
type FromRow = 'now' | 'undecided';

/** What becomes of a row. */
export interface Effect {
  readonly status: 'matched' | 'multiple_candidates' | 'not_found' | FromRow;
  /** The company to choose, or none. */
  readonly company: 'chosen' | null;
  readonly decision: RowDecision | null;
  readonly reason: RowDecision | 'taken_back' | FromRow;
  readonly settled_by: 'select' | 'person' | null;
  /** The status and the reason to which undoing the decision returns; null without a decision. */
  readonly returns_to: FromRow | null;
  readonly candidates: 'now' | 'with_chosen' | 'without_by_hand' | 'with_own_last';
  /** The companies that people took back for the row. */
  readonly rejected: 'now' | 'with_own';
  readonly skipped: boolean;
  /** Whether it costs a credit. The row is paid from then on. */
  readonly charged: boolean;
}

const open: Effect = {
  status: 'now',
  company: null,
  decision: null,
  reason: 'now',
  settled_by: null,
  returns_to: null,
  candidates: 'now',
  rejected: 'now',
  skipped: false,
  charged: false,
};

const amongCandidates = { settled_by: 'select', candidates: 'now' } as const;
const addedByHand = { settled_by: 'person', candidates: 'with_chosen' } as const;

const effects: Readonly<Record<DecisionAction, (state: RowState) => Effect>> = {
  choose: (state) => ({
    status: 'matched',
    company: 'chosen',
    decision: 'chosen',
    reason: 'chosen',
    ...(state.has('candidate') ? amongCandidates : addedByHand),
    returns_to: findReturnState(state),
    // While it is chosen, nothing asks whether it was taken back. Undoing the choice leaves it so.
    rejected: 'now',
    skipped: false,
    // A company that was taken back without having been paid had settled the row free of charge.
    charged: !state.has('paid') && !state.has('taken_back'),
  }),
  none_of_these: (state) => markRow('none_of_these', state),
  not_a_company: (state) => markRow('not_a_company', state),
  reopen: (state) => ({
    ...restoreRow(state, { status: 'multiple_candidates', reason: 'taken_back' }),
    candidates: orderReopened(state),
    // A row that was not paid has its company free of charge, which is known by what was taken back.
    rejected: state.has('call_undone') && state.has('paid') ? 'now' : 'with_own',
  }),
  take_back: (state) => restoreRow(state, open),
  skip: () => ({ ...open, skipped: true }),
};

function markRow(mark: 'none_of_these' | 'not_a_company', state: RowState): Effect {
  return { ...open, status: 'not_found', decision: mark, reason: mark, returns_to: findReturnState(state) };
}

/** A decision that replaces another one is undone with it. */
function findReturnState(state: RowState): FromRow {
  if (state.has('decided')) return 'undecided';
  return 'now';
}

/** What resolve had settled has its company last, as resolving the row again would list it. */
function orderReopened(state: RowState): Effect['candidates'] {
  if (state.has('by_hand')) return 'without_by_hand';
  return state.has('decided') ? 'now' : 'with_own_last';
}

/** Undoes the decision in force. `otherwise` is for rows that nobody decided. */
function restoreRow(state: RowState, otherwise: Pick<Effect, 'status' | 'reason'>): Effect {
  if (state.has('decided')) return { ...open, status: 'undecided', reason: 'undecided' };
  return { ...open, status: otherwise.status, reason: otherwise.reason };
}

/** What an action does to a row in a state that allows it (`decision-checks.ts`). */
export function effectOf(action: DecisionAction, state: RowState): Effect {
  return effects[action](state);
}

const allStates = Array.from({ length: 2 ** rowConditions.length }, (_, bits) =>
  rowConditions.filter((_condition, place) => Math.floor(bits / 2 ** place) % 2 === 1),
);

/** What these actions do to rows in each state. A key is the action and the conditions that hold, in their order: `reopen decided paid`. */
export function listEffects(actions: Iterable<DecisionAction>): Readonly<Record<string, Effect>> {
  const table: Record<string, Effect> = {};
  for (const action of new Set(actions))
    for (const conditions of allStates)
      table[[action, ...conditions].join(' ')] = effectOf(action, new Set(conditions));
  return table;
}
