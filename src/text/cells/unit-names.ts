import { municipalities } from '../places/municipalities.ts';
import { prefectures } from '../places/prefectures.ts';
import type { NameInCell, SetAside } from './name-in-cell.ts';
import units from './units.json' with { type: 'json' };
import { HAS_FORM } from './written-name-words.ts';

/**
 * Units of the state, of prefectures and municipalities, and of institutions: they are no legal persons, and a law or a statute says
 * whose they are (docs/decisions/0006-written-names.md#units).
 */

const names = prefectures.map(({ name }) => name);
const regions =
  '北海道|東北|関東|関東信越|北陸|北陸信越|東海|東海北陸|中部|近畿|近畿中国|中国|中国四国|四国|九州|沖縄';
/** 佐賀県警察職員互助会事務局, 架空市立架空小学校PTA会計係: a body of its own beside the unit. 会計課 and 社会教育課 are none. */
const ofOtherBody = '(?<!社|[^協]議|大|機|委員)会(?![計議場])|組合|生協|議員?団|売店|PTA|OB';
/** 架空市役所前出張所: near the unit. 前橋財務事務所 is no such place. */
const near = '[前内](?![原橋田閣])';
const ofUnit = `(?!${near}|\\S*(?:${ofOtherBody}))\\S{0,20}`;
const parts: Readonly<Record<string, string>> = {
  place: [...names, ...prefectures.map(({ shortName }) => shortName)].join('|'),
  region: regions,
  unit: ofUnit,
};
const counties = new Set(municipalities.flatMap(({ city }) => /^(.+?郡).+[町村]$/.exec(city)?.[1] ?? []));
/** What the names of legal persons take from the text, in front of the unit. */
const owners: Readonly<Record<string, string>> = {
  prefecture: `(?<prefecture>${names.join('|')})`,
  municipality: `(?<place>${names.join('|')})?(?:${[...counties].join('|')})?(?<municipality>[\\p{L}ー]{1,7}?(?:[市町村]|(?<!地)区))`,
  school: '(?<school>[\\p{L}ー]{2,10})',
  university: '(?<university>[\\p{L}ー]{2,10}?大学)',
};
/** 会計課 of 架空県警察本部会計課 */
const department = `(?:\\s?${ofUnit}(?:事務局|事務所|[支分][局所署]|管理署|出張所|拠点|部|課|室|係))?`;

const PLACEHOLDER = /\{(\w+)\}/g;

interface Unit {
  readonly person: string;
  readonly settles: boolean;
  readonly pattern: RegExp;
}

const table: readonly Unit[] = units.map(({ person, settles, units: ofPerson }) => {
  const [, owner] = /\{(\w+)\}/.exec(person) ?? [];
  const before = owner === undefined ? `(?:${person}\\s?)?` : (owners[owner] ?? '');
  const unit = ofPerson.join('|').replace(PLACEHOLDER, (_, part: string) => parts[part] ?? '');
  return { person, settles, pattern: new RegExp(`^${before}(?:${unit})${department}$`, 'u') };
});

const maxUnit = 40;
/** What every unit of the table has in its name, so that most texts are not compared with it. */
const MAY_BE_UNIT =
  /[局署所庁長場団院台機部]|議会|委員|警察?$|知事|学校|管区|高校|幼稚園|大学|センター|自衛隊|厚生連|ハローワーク|税関/;

/** The legal persons whose unit a text is, the surest first; none if it has a legal form. */
export function findPersonsOfUnit(text: string): NameInCell[] {
  if (text.length > maxUnit || !MAY_BE_UNIT.test(text) || HAS_FORM.test(text)) return [];
  return table.flatMap(({ person, settles, pattern }): NameInCell[] => {
    const found = pattern.exec(text);
    if (!found) return [];
    const { place, ...groups } = found.groups ?? {};
    const name = person.replace(PLACEHOLDER, (_, group: string) => groups[group] ?? '');
    const aside: SetAside[] = place === undefined ? [] : [{ kind: 'place', text: place }];
    return [
      { name, way: settles ? 'name' : 'beginning', setAside: [...aside, { kind: 'unit', text }], cut: true },
    ];
  });
}
