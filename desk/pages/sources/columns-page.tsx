import { useState } from 'preact/hooks';
import { settleLevels } from '../../../client/index.ts';
import type { MappingWarning, SampledSource } from '../../api-types.ts';
import { useTexts } from '../../language.ts';
import { useAction } from '../../loading.ts';
import { joinClasses } from '../../parts/classes.ts';
import { Button, Field, Form, listOptions, Select } from '../../parts/form.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { goTo, linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import {
  buildMapping,
  type ColumnUse,
  changeUse,
  columnUses,
  findUnclearFields,
  getUses,
} from './column-uses.ts';
import { texts } from './columns-texts.ts';
import { SourceFrame, useSource } from './source-frame.tsx';

const usualLevel = 'name_in_incomplete_register';
const otherLevels = settleLevels.filter((level) => level !== usualLevel);

export function ColumnsPage({ sourceId }: { readonly sourceId: string }) {
  const source = useSource(sourceId);
  return (
    <SourceFrame step="columns" source={source}>
      {(loaded) => <Columns key={loaded.source_id} source={loaded} onSaved={source.reload} />}
    </SourceFrame>
  );
}

const shownSamples = 5;

/** The first cells that say something; of a column that is mostly empty, those that detection found further down. */
function pickSamples(
  { sample_rows }: SampledSource,
  detected: readonly { readonly sample_values: readonly string[] }[],
  header: string,
): readonly string[] {
  const samples = detected.flatMap(({ sample_values }) => sample_values);
  const cells = [...sample_rows.map((row) => row[header] ?? ''), ...samples];
  return [...new Set(cells.filter((cell) => cell.trim() !== ''))].slice(0, shownSamples);
}

function Columns({ source, onSaved }: { readonly source: SampledSource; readonly onSaved: () => void }) {
  const text = useTexts(texts);
  const { api, limits } = useSession();
  const [uses, setUses] = useState(() => getUses(source));
  const [settleFrom, setSettleFrom] = useState<string>(source.mapping?.settle_from ?? '');
  const [day, setDay] = useState(source.mapping?.as_of?.day ?? '');
  const [warnings, setWarnings] = useState<readonly MappingWarning[]>(source.mapping_warnings);
  const [saved, setSaved] = useState(false);
  const [declined, setDeclined] = useState<readonly string[]>([]);
  const { source_id: sourceId } = source;
  const mapping = buildMapping(uses, { day, settleFrom });
  // The columns of all sheets come before the price of all.
  const nextSheet = source.other_sheets.find(({ status }) => status === 'imported');
  const onwards = nextSheet
    ? linkTo(['sources', nextSheet.source_id, 'columns'])
    : linkTo(['sources', sourceId, 'resolve']);
  const saving = useAction(async () => {
    if (!mapping) return;
    const { source: mapped } = await api.post('/sources/{sourceId}/map', {
      path: { sourceId },
      body: mapping,
    });
    setWarnings(mapped.mapping_warnings);
    setSaved(true);
    if (mapped.mapping_warnings.length === 0) goTo(onwards);
    else onSaved();
  });
  const setUse = (header: string, next: ColumnUse | 'none') => {
    setSaved(false);
    setUses(changeUse(uses, header, next));
  };
  const open = findUnclearFields(warnings, uses).filter(([field]) => !declined.includes(field));
  return (
    <Form onSubmit={saving.run}>
      <p class="lead">{text.lead}</p>
      {open.map(([field, headers]) => (
        <Notice key={field} kind="warning">
          <p>{text.choose(text.uses[field as ColumnUse], headers)}</p>
          <Button label={text.noneOfThem} onClick={() => setDeclined([...declined, field])} />
        </Notice>
      ))}
      {source.status === 'resolved' && <Notice>{text.resolveAgain}</Notice>}
      <ul class="columns-list">
        {source.headers.map((header) => (
          <ColumnCard
            key={header}
            source={source}
            header={header}
            use={uses.get(header) ?? 'none'}
            warnings={warnings.filter((warning) => warning.header === header)}
            onUse={(use) => setUse(header, use)}
          />
        ))}
      </ul>
      <details class="card">
        <summary>{text.more}</summary>
        <Select
          label={text.settleFrom}
          value={settleFrom}
          options={[
            ['', `${text.levels[usualLevel]} (${text.usual})`],
            ...listOptions(otherLevels, text.levels),
          ]}
          onChange={setSettleFrom}
          hint={text.settleHint}
        />
        <Field label={text.asOf} type="date" value={day} onText={setDay} hint={text.asOfHint} />
      </details>
      {!mapping && <Notice kind="warning">{text.nothing}</Notice>}
      {saved && warnings.length > 0 && (
        <Notice kind="warning">
          <p>{text.warnings}</p>
          <a class="button" href={onwards}>
            {text.anyway}
          </a>
        </Notice>
      )}
      <Failure error={saving.error} />
      <p class="buttons">
        <Button
          label={nextSheet ? text.saveSheet(nextSheet.sheet) : text.save}
          type="submit"
          class="primary"
          disabled={!mapping || open.length > 0 || saving.running || limits.readOnly}
        />
      </p>
    </Form>
  );
}

/** A column with its first values, what it was taken for, and what does not fit. */
function ColumnCard(props: {
  readonly source: SampledSource;
  readonly header: string;
  readonly use: ColumnUse | 'none';
  readonly warnings: readonly MappingWarning[];
  readonly onUse: (use: ColumnUse | 'none') => void;
}) {
  const text = useTexts(texts);
  const { limits } = useSession();
  const { source, header, use } = props;
  const detected = [...source.detected_identifier_columns, ...source.detected_hint_columns].filter(
    (column) => column.header === header,
  );
  const detection = detected.find(({ field }) => field === use);
  const renderUses = (label: string, names: readonly ColumnUse[]) => (
    <optgroup label={label}>
      {names.map((name) => (
        <option key={name} value={name}>
          {text.uses[name]}
        </option>
      ))}
    </optgroup>
  );
  return (
    <li class={joinClasses('card', use === 'none' && 'columns-unused')}>
      <div class="columns-head">
        <b class="columns-header">{header}</b>
        <label class="columns-use">
          <span class="hidden-visually">
            {text.takenFor}: {header}
          </span>
          <select
            value={use}
            disabled={limits.readOnly}
            onChange={(event) => props.onUse(event.currentTarget.value as ColumnUse)}
          >
            <option value="none">{text.none}</option>
            {renderUses(text.identifiers, columnUses.identifiers)}
            {renderUses(text.hints, columnUses.hints)}
          </select>
        </label>
        {detection && <small>{text.sure(Math.round(detection.confidence * 100))}</small>}
      </div>
      <div class="columns-samples">
        {pickSamples(source, detected, header).map((cell) => (
          <span key={cell}>
            <LongText text={cell} />
          </span>
        ))}
      </div>
      {props.warnings.map(({ code, valid_ratio: valid, empty_ratio: empty, samples }) => (
        <p key={code} class="notice notice-warning">
          {text.warning[code](Math.round((1 - valid) * 100), Math.round(empty * 100))}{' '}
          {samples.length > 0 && `(${samples.join(' / ')})`}
        </p>
      ))}
    </li>
  );
}
