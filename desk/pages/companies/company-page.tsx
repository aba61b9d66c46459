import type { Schema } from '../../../client/index.ts';
import { formatDay, useLanguage, useTexts } from '../../language.ts';
import { useLoaded } from '../../loading.ts';
import { DataText } from '../../parts/data-text.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Page } from '../../parts/page.tsx';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { AddToList } from './add-to-list.tsx';
import { StateTags } from './company-line.tsx';
import { texts } from './company-texts.ts';
import { Evidence, OpeningsAndPermits } from './evidence.tsx';
import { Facts, Figures } from './facts.tsx';
import { Group } from './group.tsx';
import { Identifiers, Listings } from './identifiers.tsx';
import { Names } from './names.tsx';
import { Notes } from './notes.tsx';
import { Related } from './related.tsx';

type Profile = Schema<'CompanyProfile'>;

/** Everything known about one company. */
export function CompanyPage({ companyId }: { readonly companyId: string }) {
  const text = useTexts(texts);
  const { api } = useSession();
  const loaded = useLoaded(
    (signal) => api.get('/companies/{companyId}', { path: { companyId }, signal }),
    [api, companyId],
  );
  const related = useLoaded(
    (signal) => api.get('/companies/{companyId}/related', { path: { companyId }, signal }),
    [api, companyId],
  );
  const { data } = loaded;
  return (
    <Page
      title={data?.company.display_name ?? companyId}
      titleIsData
      wide
      aside={<a href={linkTo(['companies'])}>{text.back}</a>}
    >
      <LoadState of={loaded} />
      {data && (
        <>
          <p class="companies-identity">
            {data.company.legal_name !== data.company.display_name && (
              <DataText text={data.company.legal_name} />
            )}
            <StateTags company={{ ...data.company, status: data.status }} />
          </p>
          <Ended profile={data} />
          <AddToList companyId={data.company.company_id} />
          <div class="companies-page">
            <div>
              <Facts profile={data} />
              <Figures profile={data} />
              <Evidence companyId={data.company.company_id} />
              <Notes companyId={data.company.company_id} />
            </div>
            <div>
              <Names profile={data} />
              {related.data && <Group profile={data} related={related.data} />}
              <Identifiers profile={data} />
              <Listings profile={data} />
              <Related loaded={related} />
              <OpeningsAndPermits companyId={data.company.company_id} />
            </div>
          </div>
        </>
      )}
    </Page>
  );
}

/** Says when the company ended, what took it over, and that a former id led here. */
function Ended({ profile }: { readonly profile: Profile }) {
  const text = useTexts(texts);
  const language = useLanguage();
  const { company, status, superseded_by, superseded_by_corporate_number: number, resolved_from } = profile;
  return (
    <>
      {resolved_from && <p class="notice notice-info">{text.ledHere(resolved_from)}</p>}
      {status !== 'active' && (
        <p class="notice notice-warning">
          {text.ended[status]} {company.closed_on && text.endedOn(formatDay(company.closed_on, language))}{' '}
          {company.close_cause && text.cause(text.causes[company.close_cause])}{' '}
          {superseded_by && (
            <>
              {text.successor} <a href={linkTo(['companies', superseded_by])}>{superseded_by}</a>
            </>
          )}
          {!superseded_by && number && text.unknownSuccessor(number)}
        </p>
      )}
    </>
  );
}
