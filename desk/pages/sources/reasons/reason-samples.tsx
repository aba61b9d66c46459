import type { SampledSource } from '../../../api-types.ts';
import { useTexts } from '../../../language.ts';
import { compareWithCompany } from '../../review/candidates/compare-company.ts';
import { Marked } from '../../review/candidates/marked.tsx';
import { reasonsTexts as texts } from '../result-texts.ts';
import type { Reason } from './reason-decisions.ts';

const shownSamples = 3;

type Sample = Reason['samples'][number];

/** Rows with a reason as they are written, each with the company that is proposed, and what differs. */
export function ReasonSamples(props: { readonly reason: Reason; readonly source: SampledSource }) {
  const { reason, source } = props;
  const text = useTexts(texts);
  return (
    <ul class="reasons-samples" aria-label={text.samples}>
      {reason.samples.slice(0, shownSamples).map((sample) => (
        <ReasonSample
          key={sample.source_row_id}
          sample={sample}
          nameHeader={source.mapping?.columns.name}
          placeDiffers={reason.code === 'place_contradicts'}
        />
      ))}
    </ul>
  );
}

function ReasonSample(props: {
  readonly sample: Sample;
  readonly nameHeader: string | undefined;
  readonly placeDiffers: boolean;
}) {
  const { sample, nameHeader, placeDiffers } = props;
  const { company } = sample;
  const name = nameHeader === undefined ? '' : (sample.cells[nameHeader] ?? '');
  const others = Object.entries(sample.cells).flatMap(([header, cell]) =>
    header === nameHeader || cell === '' ? [] : [cell],
  );
  const known = company?.matched_name ? [{ field: 'name', name: company.matched_name }] : [];
  const compared = company && name !== '' ? compareWithCompany(name, company.legal_name, known) : null;
  const placeClass = placeDiffers ? 'review-different' : undefined;
  return (
    <li>
      <span lang="ja">
        {compared ? <Marked pieces={compared.written} /> : name}{' '}
        <small class={company ? placeClass : undefined}>{others.join(' · ')}</small>
      </span>
      {company && (
        <span lang="ja">
          {'→ '}
          <b>{compared ? <Marked pieces={compared.legal} /> : company.legal_name}</b>{' '}
          {compared?.other && (
            <>
              （<Marked pieces={compared.other.pieces} />）{' '}
            </>
          )}
          <small class={placeClass}>{[company.prefecture, company.city].filter(Boolean).join('')}</small>
        </span>
      )}
    </li>
  );
}
