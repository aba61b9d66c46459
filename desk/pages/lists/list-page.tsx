import { useState } from 'preact/hooks';
import { formatCount, useLanguage, useTexts } from '../../language.ts';
import { useLoaded } from '../../loading.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { Page } from '../../parts/page.tsx';
import { type Address, linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { Changes } from './changes.tsx';
import { Delivery } from './delivery.tsx';
import { Enrich } from './enrich.tsx';
import { ExportList } from './export.tsx';
import { tabs, texts } from './list-texts.ts';
import { describeNextRun, type List, StatusTag } from './lists-page.tsx';
import type { PartProps } from './part-props.ts';
import { Rows } from './rows.tsx';
import { Settings } from './settings.tsx';

/** One List: its rows, changes, values, files, deliveries and settings. */
export function ListPage({ listId, address }: { readonly listId: string; readonly address: Address }) {
  const text = useTexts(texts);
  const language = useLanguage();
  const { api, limits } = useSession();
  const [changed, setChanged] = useState<List | null>(null);
  const loaded = useLoaded(
    async (signal) => {
      const path = { listId };
      const detail = await api.get('/lists/{listId}', { path, signal });
      setChanged(null);
      return detail;
    },
    [api, listId],
  );
  const detail = loaded.data && { ...loaded.data, list: changed ?? loaded.data.list };
  const tab = tabs.find((one) => one === address.query.get('tab')) ?? 'rows';
  const part: PartProps | null = detail && {
    detail,
    isFixed: limits.readOnly || detail.list.status === 'archived',
    onChanged: (list) => {
      if (list) setChanged(list);
      loaded.reload();
    },
  };
  return (
    <Page
      title={detail?.list.name ?? text.title}
      titleIsData
      wide
      aside={<a href={linkTo(['lists'])}>{text.back}</a>}
    >
      <LoadState of={loaded} />
      {part && !loaded.error && (
        <>
          <p class="lists-facts lists-about">
            <StatusTag list={part.detail.list} />
            <span>{text.rows(formatCount(part.detail.list.row_count))}</span>
            <span>{text.source[part.detail.list.source.kind]}</span>
            <span>
              {part.detail.list.published_version === null
                ? `${text.published}: ${text.neverPublished}`
                : text.version(part.detail.list.published_version)}
            </span>
            <span>{describeNextRun(part.detail.list, text, language)}</span>
          </p>
          <nav class="lists-tabs" aria-label={text.tabsLabel}>
            {tabs.map((one) => (
              <a
                key={one}
                href={linkTo(['lists', listId], { tab: one === 'rows' ? '' : one })}
                aria-current={one === tab ? 'page' : undefined}
              >
                {text.tabs[one]}
              </a>
            ))}
          </nav>
          {part.isFixed && (
            <p class="notice notice-info">{limits.readOnly ? text.readOnlyNote : text.archivedNote}</p>
          )}
          {tab === 'rows' && <Rows {...part} />}
          {tab === 'changes' && <Changes {...part} />}
          {tab === 'enrich' && <Enrich {...part} />}
          {tab === 'export' && <ExportList {...part} />}
          {tab === 'delivery' && <Delivery {...part} />}
          {tab === 'settings' && <Settings {...part} />}
        </>
      )}
    </Page>
  );
}
