import { type Hints, placeHintFields } from '../../../contract/company-resolve/hints.ts';
import {
  isAtBranchPlace,
  listBranchPlaces,
  listPlacesOfBranchCell,
  removeBranches,
} from '../../../text/cells/branch-places.ts';
import { detectKind, findLastPlace, isPart } from '../../../text/cells/detect-kind.ts';
import type { SetAside } from '../../../text/cells/name-in-cell.ts';
import { stripPlaceWords } from '../../../text/cells/place-words.ts';
import { parsePostalCode } from '../../../text/places/addresses.ts';
import { cityNames } from '../../../text/places/municipalities.ts';
import { parsePrefecture } from '../../../text/places/prefectures.ts';
import type { HeadOffice } from '../../companies/company-record.ts';
import { isFirstOfSeveral, type NameResult } from '../lookup/name-result.ts';
import type { RowQuestion } from '../row-question.ts';
import { createHintJudge, type HintVerdict, type HintVerdicts } from '../rules/place-hints.ts';

/**
 * A place beside the name in one text (株式会社架空（福岡県）) is compared with the head office as a hint is
 * (docs/decisions/0005-resolution.md).
 */

/** What a text says of the head office's place, beside the name; several places must all fit. */
export function readPlaces({
  way,
  setAside,
  byNumber,
}: Pick<NameResult, 'way' | 'setAside' | 'byNumber'>): readonly Hints[] {
  // Of several companies that are named, nobody knows whose place it is. A number says more than a place.
  if (byNumber || (way === 'one_of_several' && !isFirstOfSeveral({ way, setAside }))) return [];
  const parts = setAside.map((part): SetAside => {
    if (part.kind !== 'branch') return part;
    // 大阪府本社, 東京本店: a place that is certainly the head office's.
    const [, place = ''] = HEAD_OFFICE_AT.exec(part.text) ?? [];
    const kind = place === '' ? null : detectKind(place);
    return kind === 'place' || kind === 'address' ? { kind, text: `本社:${place}` } : part;
  });
  const ofBranch = parts.some(({ kind, text }) => kind === 'branch' && !HEAD_OFFICE.test(text));
  const departments = parts.flatMap(({ kind, text }) =>
    kind === 'department' ? listBranchPlaces(text) : [],
  );
  return parts.flatMap(({ kind, text }) => {
    if (kind !== 'place' && kind !== 'address') return [];
    const place = stripPlaceWords(text);
    // 大阪支店 大阪市北区架空1-2, 大阪営業部 大阪市北区架空1-2
    const isTheirs = ofBranch || departments.some((each) => isAtBranchPlace(place, each));
    if (isTheirs && place === text) return [];
    return buildHints(kind, place);
  });
}

const HEAD_OFFICE_AT = /^(.{2,80}?)(?:[のに]|に?ある)?(?:本社|本店)$/;
const HEAD_OFFICE = /^(?:総?本[社店部]|本社ビル)$/;
const POSTAL_CODE = /〒\s*(\d{3}-?\d{4})(?!\d)|^(\d{3}-\d{4})(?![\d-])/;
/** 東北地区, 第2工区: no municipality. */
const NO_CITY = /^[^市区町村郡]*(?:地|工|学|特|管|漁|猟|鉱|街|選挙|校)区/;
const MUNICIPALITY = /[市区町村郡]$/;

function buildHints(kind: 'place' | 'address', text: string): Hints[] {
  const [written = '', marked, bare] = POSTAL_CODE.exec(text) ?? [];
  const code = parsePostalCode(marked ?? bare ?? '');
  const rest = text.replace(written, '').trim();
  const place = parsePlace(kind, rest);
  const hints = { ...place, ...(code !== null && { postal_code: written.trim() }) };
  if (Object.keys(hints).length > 0) return [hints];
  return [];
}

function parsePlace(kind: 'place' | 'address', text: string): Hints {
  if (text === '' || /^\d+$/.test(text)) return {};
  if (parsePrefecture(text)) return { prefecture: text };
  if (NO_CITY.test(text)) return {};
  if (kind === 'address') return { address: text };
  // Sakai-shi, Osaka, Japan
  const last = findLastPlace(text);
  if (last !== text) return parsePlace(kind, last);
  // 所在:福岡県, | 福岡県
  const named = text.split(/[\s:・/|@]+/).at(-1) ?? text;
  if (named !== text) return parsePlace(kind, named);
  if (MUNICIPALITY.test(text) || cityNames.has(text)) return { city: text };
  return {};
}

/** A town alone can be in any city: 架空町, which may be of the street of a head office. */
const TOWN = /^[^市区郡]+[町村]$/;

/** The place by which a name can be looked up again that so many companies have that not all of them were read. */
export function chooseNarrowingPlace(found: NameResult): Hints {
  return readPlaces(found).find(({ city = '' }) => !TOWN.test(city)) ?? {};
}

/** @returns what hints say about companies, and what the places in the name say about those that it found */
export function comparePlaces(
  verdicts: HintVerdicts,
  found: NameResult,
  offices: ReadonlyMap<string, HeadOffice>,
): HintVerdicts {
  const judges = readPlaces(found).map((place) => ({ place, judge: createHintJudge(place) }));
  if (judges.length === 0) return verdicts;
  const all = new Map(verdicts);
  for (const { card } of [...found.hits, ...found.suggestions]) {
    const { company_id } = card.company;
    const office = offices.get(company_id);
    if (!office) continue;
    const ofPlaces = judges.flatMap(({ place, judge }) => {
      const isOwnTown = TOWN.test(place.city ?? '') && office.street?.includes(place.city ?? '');
      if (isOwnTown) return [];
      return [judge(office)];
    });
    all.set(company_id, mergeVerdicts([verdicts.get(company_id) ?? [], ofPlaces].flat()));
  }
  return all;
}

function mergeVerdicts(verdicts: readonly HintVerdict[]): HintVerdict {
  const streets = verdicts.map(({ sameStreet }) => sameStreet).filter((same) => same !== null);
  return {
    agrees: verdicts.flatMap(({ agrees }) => agrees),
    contradicted: verdicts.some(({ contradicted }) => contradicted),
    sameStreet: streets.length === 0 ? null : streets.every(Boolean),
  };
}

/**
 * Whether the hints say where a branch is that the name, the address or a column for branches names: 株式会社架空 名古屋支店 in Nagoya. They
 * do not speak against a head office elsewhere.
 */
export function arePlacesOfBranch(
  { hints, branch = '' }: Pick<RowQuestion, 'hints' | 'branch'>,
  { setAside }: Pick<NameResult, 'setAside'>,
): boolean {
  if (placeHintFields.every((field) => hints[field] === undefined)) return false;
  const { prefecture = '', city = '', address = '' } = hints;
  const named = setAside.flatMap(({ kind, text }) => (isPart(kind) ? [text] : []));
  const places = [...[...named, address].flatMap(listBranchPlaces), ...listPlacesOfBranchCell(branch)];
  const written = removeBranches([prefecture, city, address].join(' ').trim());
  return places.some((place) => isAtBranchPlace(written, place));
}
