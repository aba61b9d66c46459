import { describe, expect, it } from '@jest/globals';
import { buildNameHistory, type RegisterStatement } from '../../../../indexers/registers/nta/name-history.ts';

/** A row in words: day of publication, place in that day (`*` for the state after it), process, first day, name. */
function statement(words: string): RegisterStatement {
  const [updatedOn = '', place, process, namedFrom, name = '-'] = words.split(' ');
  return {
    corporateNumber: '1000000000001',
    updatedOn,
    sequence: place === '*' ? null : Number(place),
    process: process === '-' ? null : (process ?? null),
    namedFrom: namedFrom === '-' ? null : (namedFrom ?? null),
    name: name === '-' ? null : name,
    address: null,
    movedOn: null,
  };
}

function historyOf(...rows: string[]): string[] {
  return buildNameHistory(rows.map(statement)).map(
    ({ name, validFrom, validTo }) => `${name} ${validFrom ?? ''}–${validTo ?? ''}`,
  );
}

describe('the names of a corporation, from its statements', () => {
  it('are one name without days when only its state is known', () => {
    expect(historyOf('2024-04-01 * 12 - 架空株式会社')).toEqual(['架空株式会社 –']);
  });

  it('end and begin on the day of a change of name', () => {
    expect(historyOf('2021-09-02 * 12 - 株式会社旧名', '2025-04-09 * 11 2025-04-01 株式会社新名')).toEqual([
      '株式会社旧名 –2025-04-01',
      '株式会社新名 2025-04-01–',
    ]);
  });

  it('do not depend on the order of the statements', () => {
    expect(historyOf('2025-04-09 * 11 2025-04-01 株式会社新名', '2021-09-02 * 71 - 株式会社旧名')).toEqual([
      '株式会社旧名 –2025-04-01',
      '株式会社新名 2025-04-01–',
    ]);
  });

  it('have an unknown end if no row states the change of name', () => {
    expect(historyOf('2021-09-02 * 12 - 株式会社旧名', '2025-04-09 * 12 - 株式会社新名')).toEqual([
      '株式会社旧名 –',
      '株式会社新名 –',
    ]);
  });

  it('are those of the newest whole history, which replaces what was stated before', () => {
    expect(
      historyOf(
        '2022-04-11 * 11 2022-04-01 誤記株式会社',
        '2025-07-09 1 01 - 初代株式会社',
        '2025-07-09 2 11 2017-04-03 二代株式会社',
        '2025-07-09 * 11 2022-04-01 三代株式会社',
      ),
    ).toEqual(['初代株式会社 –2017-04-03', '二代株式会社 2017-04-03–2022-04-01', '三代株式会社 2022-04-01–']);
  });

  it('are no renames when a whole history is stated again', () => {
    const whole = (day: string) => [`${day} 1 01 - 旧名株式会社`, `${day} * 11 2021-05-06 新名株式会社`];
    expect(historyOf(...whole('2022-01-04'), ...whole('2022-02-04'))).toEqual([
      '旧名株式会社 –2021-05-06',
      '新名株式会社 2021-05-06–',
    ]);
  });

  it('continue after a whole history with what is stated later', () => {
    expect(
      historyOf('2024-01-04 * 01 2018-03-01 旧名株式会社', '2025-01-07 * 11 2025-01-01 新名株式会社'),
    ).toEqual(['旧名株式会社 2018-03-01–2025-01-01', '新名株式会社 2025-01-01–']);
  });

  it('are one name in several spellings, shown as last stated', () => {
    expect(historyOf('2022-01-04 * 01 2021-12-06 株式会社Ａ－Ｂ', '2023-01-04 * 12 - 株式会社Ａ‐Ｂ')).toEqual(
      ['株式会社Ａ‐Ｂ 2021-12-06–'],
    );
  });

  it('are two if only the legal form differs', () => {
    expect(
      historyOf('2022-01-04 * 01 2021-12-06 架空合同会社', '2023-01-11 * 11 2023-01-04 架空株式会社'),
    ).toEqual(['架空合同会社 2021-12-06–2023-01-04', '架空株式会社 2023-01-04–']);
  });

  it('can return', () => {
    expect(
      historyOf(
        '2022-01-04 * 12 - 甲株式会社',
        '2023-01-04 * 11 2023-01-01 乙株式会社',
        '2024-01-04 * 11 2024-01-01 甲株式会社',
      ),
    ).toEqual(['甲株式会社 –2023-01-01', '乙株式会社 2023-01-01–2024-01-01', '甲株式会社 2024-01-01–']);
  });

  it('keep both changes of one day, in the order of the file', () => {
    expect(
      historyOf(
        '2021-11-04 7 81 - 甲法人',
        '2021-11-04 8 11 2021-10-26 乙法人',
        '2021-11-04 * 11 2021-10-26 甲法人',
      ),
    ).toEqual(['甲法人 –2021-10-26', '乙法人 2021-10-26–2021-10-26', '甲法人 2021-10-26–']);
  });

  it('lose a name if a later entry says that another began before it', () => {
    expect(
      historyOf(
        '2020-01-06 * 12 - 旧名株式会社',
        '2026-05-13 * 11 2026-05-01 誤記株式会社',
        '2026-05-18 * 11 2026-04-01 正記株式会社',
      ),
    ).toEqual(['旧名株式会社 –2026-04-01', '正記株式会社 2026-04-01–']);
  });

  it('keep a name of less than a day', () => {
    expect(
      historyOf('2022-07-13 * 01 2022-07-13 準備株式会社', '2022-07-15 * 11 2022-07-13 開業株式会社'),
    ).toEqual(['準備株式会社 2022-07-13–2022-07-13', '開業株式会社 2022-07-13–']);
  });

  it('stay when the number is removed', () => {
    expect(historyOf('2024-01-04 * 12 - 架空株式会社', '2024-05-01 * 99 - -')).toEqual(['架空株式会社 –']);
    expect(historyOf('2024-05-01 * 99 - -')).toEqual([]);
  });
});
