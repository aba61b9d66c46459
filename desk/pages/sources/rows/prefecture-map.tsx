import { prefectures } from '../../../../src/text/places/prefectures.ts';
import { formatCount, useLanguage, useTexts } from '../../../language.ts';
import { joinClasses } from '../../../parts/classes.ts';
import { formatPrefecture } from '../../../words.ts';
import { ConditionLink } from './condition-link.tsx';
import { texts } from './rows-texts.ts';
import { type Overview, unknown } from './table-query.ts';

/** Where each prefecture stands: a tile each, from north-east to south-west, roughly as they lie beside each other. */
const map = `
. . . . . . . . . . . . 北海道
. . . . . . . . . . . . 青森
. . . . . . . . . . . 秋田 岩手
. . . . . . . . . . . 山形 宮城
. . . . . . . . . 石川 富山 新潟 福島
. . . . 島根 鳥取 . . 福井 岐阜 長野 群馬 栃木 茨城
. . . 山口 広島 岡山 兵庫 京都 滋賀 愛知 山梨 埼玉 東京 千葉
佐賀 福岡 大分 . . . . 大阪 奈良 三重 静岡 . 神奈川
長崎 熊本 宮崎 . 愛媛 香川 . . 和歌山
. 鹿児島 . . 高知 徳島
沖縄
`;

const places = map
  .trim()
  .split('\n')
  .flatMap((line, row) =>
    line.split(' ').flatMap((shortName, column) => {
      const prefecture = prefectures.find((each) => each.shortName === shortName);
      return prefecture ? [{ ...prefecture, row: row + 1, column: column + 1 }] : [];
    }),
  );

/** Steps of color; the fullest is for the prefecture with the most rows. */
const steps = 4;

/** How many rows have their company in which prefecture. The numbers are on the tiles and in the list beside them. */
export function PrefectureMap(props: {
  readonly sourceId: string;
  readonly query: URLSearchParams;
  readonly counts: Overview['prefectures'];
}) {
  const text = useTexts(texts);
  const language = useLanguage();
  const most = Math.max(1, ...props.counts.map(({ value, rows }) => (value === unknown ? 0 : rows)));
  return (
    <ol class="rows-map" aria-label={text.charts.prefecture}>
      {places.map(({ name, shortName, row, column }) => {
        const counted = props.counts.find(({ value }) => value === name);
        const isLong = shortName.length > 2;
        const style = { gridRow: row, gridColumn: column };
        if (!counted)
          return (
            <li
              key={name}
              class={joinClasses('rows-tile', isLong && 'rows-tile-long')}
              style={style}
              lang="ja"
            >
              {shortName}
            </li>
          );
        const step = Math.ceil((steps * Math.log1p(counted.rows)) / Math.log1p(most));
        const counts = text.counted(formatCount(counted.rows), formatCount(counted.companies));
        return (
          <li
            key={name}
            class={joinClasses('rows-tile', `rows-tile-${step}`, isLong && 'rows-tile-long')}
            style={style}
          >
            <ConditionLink sourceId={props.sourceId} query={props.query} conditions={{ prefecture: name }}>
              <span lang="ja">{shortName}</span>
              <span>{shorten(counted.rows)}</span>
              <span class="hidden-visually">
                {formatPrefecture(name, language)}: {counts}
              </span>
            </ConditionLink>
          </li>
        );
      })}
    </ol>
  );
}

/** Fits a tile: 12,345 is 12k. */
function shorten(count: number): string {
  return count < 10_000 ? String(count) : `${Math.round(count / 1000)}k`;
}
