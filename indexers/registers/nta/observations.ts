import type { ObservationRow } from '../../facts/index.ts';
import { buildObservation } from '../../loading/stated-observations.ts';
import { wrapText } from '../../loading/summary-words.ts';
import type { RegisterState } from './columns.ts';
import { joinAddress } from './moves.ts';

type RegistryChange = readonly [subtype: string, summary: string, evidence: Record<string, unknown>];

const endings: Readonly<Partial<Record<string, string>>> = {
  liquidated: '清算の結了等により登記記録が閉鎖されました。',
  merger: '合併により解散しました。',
  closed_by_registrar: '登記官により登記記録が閉鎖されました。',
};

/** What an entry of the register changed; null for a removal, whose row is blank. */
function describeChange(state: RegisterState, before: RegisterState | undefined): RegistryChange | null {
  const { name, closeCause, successor } = state;
  switch (state.process) {
    case '01':
      return ['registration', `${name}が登記されました。`, { name }];
    case '11': {
      const from = (before?.name !== name && before?.name) || null;
      const summary = `商号を${wrapText('「', from, '」から')}「${name}」に変更しました。`;
      return ['name_change', summary, { ...(from !== null && { before: from }), after: name }];
    }
    case '12': {
      const address = joinAddress(state);
      return ['address_change', `${name}が所在地を${address}に変更しました。`, { after: address }];
    }
    case '13': {
      const evidence = { after: state.outsideJapan ?? '国外' };
      return ['address_change', `${name}が所在地を国外に変更しました。`, evidence];
    }
    case '21': {
      const summary = `${name}は${endings[closeCause ?? ''] ?? '登記記録が閉鎖されました。'}`;
      const into = successor !== null && { successor_corporate_number: successor };
      return [closeCause === 'merger' ? 'merger' : 'closing', summary, { close_cause: closeCause, ...into }];
    }
    case '22':
      return ['revival', `${name}の登記記録が復活しました。`, {}];
    case '71':
      return ['absorption', `${name}が合併により他の法人を承継しました。`, {}];
    case '72':
      return ['annulled_merger', `${name}の合併が無効とされました。`, {}];
    default:
      return null;
  }
}

/** Most rows of the full file are of these processes: the state of a company, not news. */
const processesWithoutNews = new Set(['01', '12']);

/**
 * Changes of one corporation, from its rows in one file, oldest first. The full file has the last entry of every
 * corporation, so its registrations and moves are left out.
 */
export function buildRegistryObservations(
  companyId: string,
  states: readonly RegisterState[],
  { wholeRegister }: { wholeRegister: boolean },
): ObservationRow[] {
  return states.flatMap((state, at) => {
    if (wholeRegister && processesWithoutNews.has(state.process)) return [];
    const change = describeChange(state, states[at - 1]);
    if (change === null) return [];
    const [subtype, summary, evidence] = change;
    const { corporateNumber, name, process, closeCause } = state;
    const on = (process === '21' && state.closedOn) || state.changedOn;
    return [
      buildObservation(companyId, {
        type: 'registry_change',
        subtype,
        summary,
        evidence,
        source: 'corporate_registry',
        on: on ?? state.updatedOn,
        content: [corporateNumber, process, on, name, process === '12' ? evidence.after : closeCause],
      }),
    ];
  });
}
