import type { Schema } from '../../../client/index.ts';
import { formatDay, type Language, useLanguage, useTexts } from '../../language.ts';
import { joinClasses } from '../../parts/classes.ts';
import { DataText } from '../../parts/data-text.tsx';
import { OutsideLink } from '../../parts/outside-link.tsx';
import { texts } from './company-texts.ts';
import { FactTable, formatOrigin, formatPeriod, LineBelow, type Text } from './fact-table.tsx';

type Profile = Schema<'CompanyProfile'>;
type CompanyName = Profile['names'][number];

/** Legal names on a timeline, the newest first; other names below. */
export function Names({ profile: { names } }: { readonly profile: Profile }) {
  const text = useTexts(texts);
  const language = useLanguage();
  const registered = names.filter(({ kind }) => kind === 'legal' || kind === 'former');
  const others = names.filter(({ kind }) => kind !== 'legal' && kind !== 'former');
  // The current name first, then by the day on which a name ended.
  const inOrder = registered.toSorted((one, other) =>
    (other.valid_to ?? '9999').localeCompare(one.valid_to ?? '9999'),
  );
  const describeKind = ({ kind, alias }: CompanyName) => {
    if (alias?.kind) return text.aliasKinds[alias.kind];
    return text.nameKinds[kind];
  };
  return (
    <section class="card" aria-labelledby="companies-names">
      <h2 id="companies-names">{text.names}</h2>
      <ol class="companies-timeline">
        {inOrder.map((name) => (
          <li
            key={`${name.name} ${name.valid_from} ${name.kind}`}
            class={joinClasses(name.kind === 'legal' && 'companies-now')}
          >
            <p>
              <RegisteredName name={name} />
            </p>
            <small>{formatNamePeriod(name, text, language)}</small>
            <small>{formatOrigin(name, text, language)}</small>
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <>
          <h3>{text.otherNames}</h3>
          <FactTable
            label={text.otherNames}
            facts={others}
            getKey={(name) => `${name.kind} ${name.name} ${name.valid_from} ${name.source}`}
            getName={describeKind}
            renderCells={(name) => (
              <td>
                <DataText text={name.name} />
                <LineBelow>{formatOrigin(name, text, language)}</LineBelow>
                {name.alias?.source_url && (
                  <>
                    <br />
                    <OutsideLink url={name.alias.source_url} />
                  </>
                )}
              </td>
            )}
          />
        </>
      )}
    </section>
  );
}

/** EDINET states names on days. What it leaves open is not shown as a period. */
function formatNamePeriod(name: CompanyName, text: Text, language: Language): string {
  const { source, filed } = name;
  if (source !== 'edinet' || !filed) return formatPeriod(name, text, language);
  const from = formatDay(filed.from, language);
  return filed.to === null ? text.statedSince(from) : text.statedBetween(from, formatDay(filed.to, language));
}

function RegisteredName({ name: { kind, name } }: { readonly name: CompanyName }) {
  const text = useTexts(texts);
  if (kind === 'legal')
    return (
      <strong>
        <DataText text={name} />
      </strong>
    );
  return (
    <>
      <DataText text={name} /> <span class="tag">{text.nameKinds.former}</span>
    </>
  );
}
