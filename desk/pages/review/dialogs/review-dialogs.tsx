import { formatCount, useTexts } from '../../../language.ts';
import { formatKeyName } from '../../../parts/key-name.ts';
import { UndoCall } from '../../../parts/undo/undo-call.tsx';
import { useSession } from '../../../session.tsx';
import { reviewTexts } from '../review-texts.ts';
import type { Choice, Source } from '../state/review-api.ts';
import type { ReviewStore } from '../state/review-store.ts';
import { HelpDialog } from './help-dialog.tsx';
import { NamesakesDialog } from './namesakes-dialog.tsx';
import { SameRowsDialog } from './same-rows-dialog.tsx';
import { SearchDialog } from './search-dialog.tsx';
import { StartDialog } from './start-dialog.tsx';

export type OpenDialog = 'help' | 'search' | 'namesakes' | 'same' | null;

/** What is asked above the page: one thing at a time. */
export function ReviewDialogs(props: {
  readonly store: ReviewStore;
  readonly source: Source;
  readonly dialog: OpenDialog;
  /** What the row has as its name. */
  readonly name: string;
  readonly companies: readonly Choice[];
  readonly canChoose: boolean;
  readonly keysOn: boolean;
  /** Rows that a person still has to look at; null until it is known. */
  readonly openRows: number | null;
  /** Whether the price was not asked for yet. */
  readonly startsNow: boolean;
  readonly onKeysOn: (on: boolean) => void;
  readonly onChoose: (company: Choice, byHand: boolean) => void;
  readonly onSay: (text: string) => void;
  readonly onLookOnly: () => void;
  readonly onClose: () => void;
}) {
  const { store, source, dialog, companies, onChoose, onClose } = props;
  const text = useTexts(reviewTexts);
  const { limits } = useSession();
  const { row } = store;
  const isCandidate = (company: Choice) =>
    companies.some(({ company_id }) => company_id === company.company_id);
  const undoCall = async (reopens: boolean) => {
    const { row: undone } = store.undoing ?? {};
    store.confirmUndo(reopens);
    if (undone) props.onSay(text.announceUndone(formatCount(undone.row_number)));
  };
  return (
    <>
      {dialog === 'help' && <HelpDialog keysOn={props.keysOn} onKeysOn={props.onKeysOn} onClose={onClose} />}
      {dialog === 'search' && row && (
        <SearchDialog
          name={props.name}
          price={store.price}
          onPick={(company) => onChoose(company, !isCandidate(company))}
          onClose={onClose}
        />
      )}
      {dialog === 'namesakes' && row && (
        <NamesakesDialog
          sourceId={source.source_id}
          rowId={row.source_row_id}
          onPick={(props.canChoose && ((company) => onChoose(company, true))) || null}
          onClose={onClose}
        />
      )}
      {dialog === 'same' && row && <SameRowsDialog source={source} row={row} onClose={onClose} />}
      {store.undoing && (
        <UndoCall
          call={store.undoing.call}
          ownKeyId={limits.keyId}
          present={[...new Set(store.present.map(({ key }) => formatKeyName(key)))]}
          onYes={undoCall}
          onClose={() => store.cancelUndo()}
        />
      )}
      {(props.startsNow || store.pending !== null) && dialog === null && store.undoing === null && (
        <StartDialog
          key={store.pending?.price ?? 'start'}
          open={props.openRows ?? 0}
          used={store.agreement.used}
          charged={store.agreement.charged}
          first={store.agreement.ceiling === null}
          creditsLeft={store.creditsLeft}
          isLimitOfKey={store.isLimitOfKey}
          needed={store.pending?.price ?? null}
          onAgree={(ceiling) => store.acceptCeiling(ceiling)}
          onClose={() => {
            props.onLookOnly();
            store.cancelPending();
          }}
        />
      )}
    </>
  );
}
