import { answer } from '../../api.ts';
import { count, type Texts, time, useLanguage, useTexts } from '../../language.ts';
import { useLoaded } from '../../loading.ts';
import { Failure } from '../../parts/notice.tsx';
import { Loading, Page } from '../../parts/page.tsx';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';

const texts: Texts<{ title: string; none: string; rows: (count: string) => string }> = {
  en: { title: 'Tables', none: 'There is no table yet.', rows: (rows) => `${rows} rows` },
  ja: { title: '表', none: 'まだ表がありません。', rows: (rows) => `${rows} 行` },
};

/** The account's tables, newest first. */
export function SourcesPage() {
  const text = useTexts(texts);
  const language = useLanguage();
  const { api } = useSession();
  const sources = useLoaded((signal) => answer(api.client.GET('/api/service/sources', { signal })), [api]);
  return (
    <Page title={text.title}>
      <Failure error={sources.error} onRetry={sources.reload} />
      {sources.loading && !sources.data && <Loading />}
      {sources.data?.items.length === 0 && <p>{text.none}</p>}
      <ul class="cards">
        {sources.data?.items.map((source) => (
          <li key={source.source_id} class="card">
            <a href={linkTo(['sources', source.source_id])}>
              {source.name ?? source.original_filename ?? source.source_id}
            </a>
            <span>{text.rows(count(source.row_count))}</span>
            <time dateTime={source.created_at}>{time(source.created_at, language)}</time>
          </li>
        ))}
      </ul>
    </Page>
  );
}
