import { findCodeText, formatCount, useLanguage, useTexts } from '../../../language.ts';
import { joinClasses } from '../../../parts/classes.ts';
import { CompanyLink } from '../../../parts/company-link.tsx';
import { Button } from '../../../parts/form.tsx';
import { OutsideLink } from '../../../parts/outside-link.tsx';
import { translateCode } from '../../../words.ts';
import { equalityTexts, fieldTexts, ruleTexts, suggestionTexts } from '../code-words.ts';
import { reviewTexts } from '../review-texts.ts';
import { ignoreDoubleClick } from '../state/keys.ts';
import type { Compared, Row, Source } from '../state/review-api.ts';
import type { CompanyComparison } from './compare-company.ts';
import { Marked } from './marked.tsx';
import { compareNames, type Piece } from './name-difference.ts';
import {
  type ComparedField,
  getComparison,
  listComparedFields,
  pickReasons,
  type ShownCompany,
} from './shown-company.ts';

/** A company beside what the row says, so that a person sees at once what differs. */
export function CandidateCard(props: {
  readonly row: Row;
  readonly source: Source;
  readonly company: ShownCompany;
  /** The key that chooses it; null without one. */
  readonly digit: number | null;
  readonly canChoose: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  const { row, source, company, digit } = props;
  const text = useTexts(reviewTexts);
  const compared = getComparison(row, source.mapping?.columns.name, company);
  const isIdentical =
    compared !== null && compared.differences === 0 && compared.rules.length === 0 && !compared.other;
  const fields = listComparedFields(row, company);
  const titleId = `review-company-${company.company_id}`;
  return (
    <li class={joinClasses('review-card', props.isChosen && 'review-card-chosen')} aria-labelledby={titleId}>
      <div class="review-card-key">{digit !== null && <kbd>{digit}</kbd>}</div>
      <div class="review-card-body">
        <div class="review-card-head">
          <h3 id={titleId} class="review-company-name" lang="ja">
            {compared ? <Marked pieces={compared.legal} /> : company.legal_name}
          </h3>
          {props.isChosen && <span class="review-chip review-chip-good">{text.chosen}</span>}
          {props.canChoose && (
            <Button
              label={text.chooseShort}
              class="review-choose"
              aria-label={text.choose(company.legal_name)}
              aria-keyshortcuts={digit === null ? undefined : String(digit)}
              onClick={ignoreDoubleClick(props.onChoose)}
            />
          )}
        </div>
        {compared && !isIdentical && <NameComparison compared={compared} />}
        {fields.length > 0 && <FieldComparison fields={fields} />}
        <Facts company={company} isIdentical={isIdentical} />
        {company.compared && <FormerNames compared={company.compared} />}
      </div>
    </li>
  );
}

const maxShownLetters = 40;

function formatDifferences(pieces: readonly Piece[]): string {
  return pieces
    .filter(({ kind }) => kind === 'different')
    .map(({ text }) => text)
    .join(' … ')
    .slice(0, maxShownLetters);
}

function NameComparison(props: { readonly compared: CompanyComparison }) {
  const { written, other, rules } = props.compared;
  const text = useTexts(reviewTexts);
  const fieldNames = useTexts(fieldTexts);
  const ruleNames = useTexts(equalityTexts);
  const letters = [
    formatDifferences(written),
    formatDifferences(other?.pieces ?? props.compared.legal),
  ].filter(Boolean);
  return (
    <div class="review-names">
      {other && (
        <p>
          <span class="review-label">{findCodeText(fieldNames, other.field)}</span>
          <span lang="ja">
            <Marked pieces={other.pieces} />
          </span>
        </p>
      )}
      <p>
        <span class="review-label">{text.written}</span>
        <span lang="ja">
          <Marked pieces={written} />
        </span>
        {letters.length > 0 && (
          <span class="hidden-visually">{text.differentLetters(letters.join(' / '))}</span>
        )}
        {rules.length > 0 && (
          <small class="review-rules">
            {text.treatedEqual(rules.map((rule) => ruleNames[rule]).join(', '))}
          </small>
        )}
      </p>
    </div>
  );
}

function Why({ company }: { readonly company: ShownCompany }) {
  const text = useTexts(reviewTexts);
  const fieldNames = useTexts(fieldTexts);
  const ruleNames = useTexts(ruleTexts);
  const suggestions = useTexts(suggestionTexts);
  const space = fieldNames.name === 'Name' ? ' ' : '';
  const reasons = pickReasons(company.matchedBy);
  return (
    <>
      {company.suggestion !== null && <span>{findCodeText(suggestions, company.suggestion)}</span>}
      {reasons.map(({ field, rule, strength }) => (
        <span key={field} class={joinClasses('review-chip', strength === 'weak' && 'review-chip-weak')}>
          {findCodeText(fieldNames, field) ?? field}
          {space}
          {findCodeText(ruleNames, rule) ?? rule}
        </span>
      ))}
      {company.chosenBefore && <span class="review-chip review-chip-good">{text.chosenBefore}</span>}
    </>
  );
}

function FieldComparison({ fields }: { readonly fields: readonly ComparedField[] }) {
  const fieldNames = useTexts(fieldTexts);
  return (
    <dl class="review-fields">
      {fields.map((compared) => (
        <div key={compared.field}>
          <dt>{findCodeText(fieldNames, compared.field) ?? compared.field}</dt>
          <dd>
            <ComparedValues compared={compared} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A typing error in a number or two. */
const maxMarkedLetters = 4;

function ComparedValues({ compared }: { readonly compared: ComparedField }) {
  const text = useTexts(reviewTexts);
  const { written, company, agreement } = compared;
  const differs = agreement === 'contradicts';
  const letters = differs && company !== null ? compareNames(written, company) : null;
  const [sign, inWords] = describeAgreement(agreement, text);
  // Where nearly everything differs, marks would only disturb.
  const marks = letters && letters.differences <= maxMarkedLetters ? letters : null;
  return (
    <>
      <span>{marks ? <Marked pieces={marks.written} /> : written}</span>
      <span aria-hidden="true" class={joinClasses('review-sign', `review-sign-${agreement}`)}>
        {sign}
      </span>
      <span class="hidden-visually">{inWords}</span>
      <span>{marks ? <Marked pieces={marks.name} /> : (company ?? '–')}</span>
    </>
  );
}

function describeAgreement(
  agreement: ComparedField['agreement'],
  text: (typeof reviewTexts)['en'],
): readonly [sign: string, inWords: string] {
  const signs = {
    agrees: ['=', text.agrees],
    agrees_in_part: ['≈', text.agreesInPart],
    contradicts: ['≠', text.differs],
    unknown: ['?', text.notComparable],
  } as const;
  return signs[agreement];
}

function Facts({ company, isIdentical }: { readonly company: ShownCompany; readonly isIdentical: boolean }) {
  const text = useTexts(reviewTexts);
  const language = useLanguage();
  const { compared } = company;
  const place = [company.prefecture, company.city, compared?.street].filter(Boolean).join('');
  const listing = [
    company.listing_status !== 'unknown' && translateCode('listing', company.listing_status, language),
    compared?.securities_code,
    compared?.market_segment && translateCode('segment', compared.market_segment, language),
  ].filter(Boolean);
  const status = translateCode('status', company.status, language);
  return (
    <p class="review-facts">
      {isIdentical && (
        <span class="review-agrees">
          <span aria-hidden="true">✓ </span>
          {text.sameAsWritten}
        </span>
      )}
      <Why company={company} />
      {company.status !== 'active' && (
        <span class="review-chip review-chip-bad">
          {compared?.closed_on ? text.closedOn(status, compared.closed_on) : status}
        </span>
      )}
      {place !== '' && <span lang="ja">{place}</span>}
      <span class="review-number">
        <CompanyLink companyId={company.company_id} text={compared?.corporate_number ?? company.company_id} />
      </span>
      {listing.length > 0 && <span>{listing.join(' ')}</span>}
      {compared?.website_url && <OutsideLink url={compared.website_url} isShort />}
      {compared && <Observations count={compared.observation_count} />}
      {company.superseded_by && (
        <span>
          {text.successor} <CompanyLink companyId={company.superseded_by} text={company.superseded_by} />
        </span>
      )}
    </p>
  );
}

function Observations({ count }: { readonly count: number }) {
  const text = useTexts(reviewTexts);
  if (count === 0) return <span class="review-soft">{text.noEvidence}</span>;
  return <span>{text.evidence(formatCount(count))}</span>;
}

const shownNames = 3;

function FormerNames({ compared }: { readonly compared: Compared }) {
  const text = useTexts(reviewTexts);
  const former = compared.names.filter(({ kind }) => kind === 'former');
  if (former.length === 0) return null;
  return (
    <p class="review-former">
      <span class="review-label">{text.formerNames}</span>
      {former.slice(0, shownNames).map(({ name, valid_from, valid_to }) => (
        <span key={`${name} ${valid_to}`}>
          <span lang="ja">{name}</span>
          {(valid_from || valid_to) && (
            <small>
              {[valid_from && text.from(valid_from), valid_to && text.until(valid_to)]
                .filter(Boolean)
                .join(' ')}
            </small>
          )}
        </span>
      ))}
      {former.length > shownNames && <small>{text.moreNames(formatCount(former.length - shownNames))}</small>}
    </p>
  );
}
