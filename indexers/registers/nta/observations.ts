import type { ObservationRow } from '../../facts/index.ts';
import { statedObservation } from '../../loading/stated-observations.ts';
import type { RegisterState } from './columns.ts';

interface RegistryChange {
  readonly subtype: string;
  readonly summary: string;
  readonly evidence: Record<string, unknown>;
}

const endings: Readonly<Partial<Record<string, string>>> = {
  liquidated: '清算の結了等により登記記録が閉鎖されました。',
  merger: '合併により解散しました。',
  closed_by_registrar: '登記官により登記記録が閉鎖されました。',
};

/** What an entry of the register changed; null for a removal, whose row is blank. */
function registryChange(state: RegisterState, before: RegisterState | undefined): RegistryChange | null {
  const { name } = state;
  const address = `${state.prefecture ?? ''}${state.city ?? ''}${state.street ?? ''}`;
  switch (state.process) {
    case '01':
      return { subtype: 'registration', summary: `${name}が登記されました。`, evidence: { name } };
    case '11': {
      const from = before && before.name !== name && before.name !== '' ? before.name : null;
      const summary = `商号を${from === null ? '' : `「${from}」から`}「${name}」に変更しました。`;
      return {
        subtype: 'name_change',
        summary,
        evidence: { ...(from !== null && { before: from }), after: name },
      };
    }
    case '12':
      return {
        subtype: 'address_change',
        summary: `${name}が所在地を${address}に変更しました。`,
        evidence: { after: address },
      };
    case '13': {
      const after = state.outsideJapan ?? '国外';
      return {
        subtype: 'address_change',
        summary: `${name}が所在地を国外に変更しました。`,
        evidence: { after },
      };
    }
    case '21': {
      const merged = state.closeCause === 'merger';
      return {
        subtype: merged ? 'merger' : 'closing',
        summary: `${name}は${endings[state.closeCause ?? ''] ?? '登記記録が閉鎖されました。'}`,
        evidence: {
          close_cause: state.closeCause,
          ...(state.successor !== null && { successor_corporate_number: state.successor }),
        },
      };
    }
    case '22':
      return { subtype: 'revival', summary: `${name}の登記記録が復活しました。`, evidence: {} };
    case '71':
      return { subtype: 'absorption', summary: `${name}が合併により他の法人を承継しました。`, evidence: {} };
    case '72':
      return { subtype: 'annulled_merger', summary: `${name}の合併が無効とされました。`, evidence: {} };
    default:
      return null;
  }
}

/** Most rows of the full file are of these processes: the state of a company, not news. */
const noNews = new Set(['01', '12']);

/**
 * Changes of one corporation, from its rows in one file, oldest first. The full file has the last entry of every
 * corporation, so its registrations and moves are left out.
 */
export function registryObservations(
  companyId: string,
  states: readonly RegisterState[],
  { wholeRegister }: { wholeRegister: boolean },
): ObservationRow[] {
  return states.flatMap((state, at) => {
    if (wholeRegister && noNews.has(state.process)) return [];
    const change = registryChange(state, states[at - 1]);
    if (change === null) return [];
    const on = state.process === '21' ? (state.closedOn ?? state.changedOn) : state.changedOn;
    const { name, process, closeCause } = state;
    return [
      statedObservation(companyId, {
        type: 'registry_change',
        ...change,
        source: 'corporate_registry',
        on: on ?? state.updatedOn,
        content: [
          state.corporateNumber,
          process,
          on,
          name,
          process === '12' ? change.evidence.after : closeCause,
        ],
      }),
    ];
  });
}
