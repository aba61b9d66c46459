import type { ComponentChildren } from 'preact';
import { type Language, useLanguage } from '../../language.ts';
import { joinClasses } from '../../parts/classes.ts';
import { DataText } from '../../parts/data-text.tsx';
import { linkTo } from '../../routing.ts';
import { formatPrefecture, translateCode } from '../../words.ts';

interface LineCompany {
  readonly company_id: string;
  readonly display_name: string;
  readonly legal_name: string;
  readonly prefecture: string | null;
  readonly city: string | null;
  readonly listing_status: string;
  readonly status: string;
  readonly market_segment?: string | null;
}

/** A company in brief, as results, suggestions and related companies show it. */
export function CompanyLine({
  company,
  children,
}: {
  readonly company: LineCompany;
  readonly children?: ComponentChildren;
}) {
  const language = useLanguage();
  return (
    <>
      <p class="companies-name">
        <a href={linkTo(['companies', company.company_id])}>
          <DataText text={company.display_name} />
        </a>
        <StateTags company={company} />
      </p>
      <p class="companies-facts">
        {company.legal_name !== company.display_name && <DataText text={company.legal_name} />}
        {(company.prefecture ?? company.city) && <DataText text={formatPlace(company, language)} />}
        {children}
      </p>
    </>
  );
}

export function formatPlace(
  place: { readonly prefecture: string | null; readonly city: string | null },
  language: Language,
): string {
  const parts = [place.prefecture && formatPrefecture(place.prefecture, language), place.city];
  return parts.filter(Boolean).join(language === 'ja' ? '' : ' ');
}

export function StateTags({
  company: { status, listing_status: listing, market_segment: segment },
}: {
  readonly company: Pick<LineCompany, 'status' | 'listing_status' | 'market_segment'>;
}) {
  const language = useLanguage();
  return (
    <>
      {status !== 'active' && <span class="tag tag-warn">{translateCode('status', status, language)}</span>}
      {listing !== 'unknown' && (
        <span class={joinClasses('tag', listing === 'listed' && 'tag-good')}>
          {[
            translateCode('listing', listing, language),
            segment && translateCode('segment', segment, language),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
    </>
  );
}
