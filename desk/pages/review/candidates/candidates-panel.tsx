import { formatCount, useTexts } from '../../../language.ts';
import { reviewTexts } from '../review-texts.ts';
import type { Row, Source } from '../state/review-api.ts';
import { CandidateCard } from './candidate-card.tsx';
import type { ShownCompany } from './shown-company.ts';

/** As many as there are digits to choose them. */
export const companiesPerPage = 9;

/** The candidates of a row, then the suggestions, nine at a time. */
export function CandidatesPanel(props: {
  readonly row: Row;
  readonly source: Source;
  readonly companies: readonly ShownCompany[];
  readonly page: number;
  readonly canChoose: boolean;
  /** The company that was chosen for the row. */
  readonly chosen: string | null;
  readonly keysOn: boolean;
  readonly onPage: (page: number) => void;
  readonly onChoose: (company: ShownCompany) => void;
  readonly onNamesakes: () => void;
}) {
  const { row, companies, page } = props;
  const text = useTexts(reviewTexts);
  const first = page * companiesPerPage;
  const shown = companies.slice(first, first + companiesPerPage);
  const candidates = shown.filter(({ suggestion }) => suggestion === null);
  const suggestions = shown.filter(({ suggestion }) => suggestion !== null);
  const pages = Math.ceil(companies.length / companiesPerPage);
  const renderCard = (company: ShownCompany) => (
    <CandidateCard
      key={company.company_id}
      row={row}
      source={props.source}
      company={company}
      digit={props.keysOn && props.canChoose ? shown.indexOf(company) + 1 : null}
      canChoose={props.canChoose}
      isChosen={company.company_id === props.chosen}
      onChoose={() => props.onChoose(company)}
    />
  );
  const hasName = row.same_name_rows > 0 || row.resolve_candidates.length > 1;
  return (
    <section class="review-candidates" aria-labelledby="review-candidates-title">
      <div class="review-candidates-head">
        <h2 id="review-candidates-title" class="review-small-head">
          {text.candidates(formatCount(row.resolve_candidates.length))}
          {pages > 1 && <small> {text.moreCandidates(first + 1, first + shown.length)}</small>}
        </h2>
        <div class="review-buttons">
          {pages > 1 && (
            <button type="button" class="review-small" onClick={() => props.onPage((page + 1) % pages)}>
              {text.nextCandidates}
              {props.keysOn && <kbd>0</kbd>}
            </button>
          )}
          {hasName && (
            <button type="button" class="quiet review-small" onClick={props.onNamesakes}>
              {text.allNamesakes}
              {props.keysOn && <kbd>l</kbd>}
            </button>
          )}
        </div>
      </div>
      {companies.length === 0 && <p class="review-empty">{text.noCandidates}</p>}
      {candidates.length > 0 && <ol class="review-cards">{candidates.map(renderCard)}</ol>}
      {suggestions.length > 0 && (
        <>
          <h2 class="review-small-head">{text.suggestions}</h2>
          <p class="review-soft">{text.suggestionsHint}</p>
          <ol class="review-cards review-cards-suggested">{suggestions.map(renderCard)}</ol>
        </>
      )}
    </section>
  );
}
