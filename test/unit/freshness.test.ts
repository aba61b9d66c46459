import { describe, expect, it } from '@jest/globals';
import { computeFreshness, type RegisterState } from '../../src/features/freshness/freshness.ts';

const state = (rest: Partial<RegisterState>): RegisterState => ({
  register: 'corporate-numbers',
  followed: true,
  isList: false,
  notBegun: false,
  completeThrough: '2026-08-21',
  publishedThrough: null,
  checkedAt: new Date('2026-08-22T12:00:00+09:00'),
  failures: 0,
  failure: null,
  rejectedRatio: null,
  ...rest,
});
const freshness = (now: string, rest: Partial<RegisterState> = {}) => {
  const { state: word, behindSeconds } = computeFreshness(state(rest), new Date(`${now}:00+09:00`));
  return [word, behindSeconds];
};
const hours = (count: number) => count * 3_600;

describe('a publisher that does not say how far it is', () => {
  it('has published a day at noon of the next one', () => {
    expect(freshness('2026-08-22T23:00')).toEqual(['current', 0]);
    expect(freshness('2026-08-23T11:00')).toEqual(['current', 0]);
    expect(freshness('2026-08-23T13:00')).toEqual(['behind', hours(1)]);
    expect(freshness('2026-08-25T12:00')).toEqual(['behind', hours(48)]);
  });
});

describe('a publisher that says how far it is', () => {
  it('decides by its own day, also over a weekend', () => {
    const rest = { publishedThrough: '2026-08-21', checkedAt: new Date('2026-08-24T08:00:00+09:00') };
    expect(freshness('2026-08-24T09:00', rest)).toEqual(['current', 0]);
  });

  it('that is a day ahead leaves the data behind', () => {
    const rest = { publishedThrough: '2026-08-22', checkedAt: new Date('2026-08-23T13:00:00+09:00') };
    expect(freshness('2026-08-23T14:00', rest)).toEqual(['behind', hours(2)]);
  });

  it('that was silent for a day says nothing any more', () => {
    const rest = { publishedThrough: '2026-08-21', checkedAt: new Date('2026-08-22T12:00:00+09:00') };
    expect(freshness('2026-08-23T11:00', rest)).toEqual(['current', 0]);
    expect(freshness('2026-08-23T14:00', rest)).toEqual(['behind', hours(2)]);
    expect(freshness('2026-08-23T14:00', { ...rest, failures: 3 })).toEqual(['failing', hours(2)]);
  });
});

it('data from a file is neither fresh nor behind', () => {
  expect(freshness('2027-08-23T14:00', { followed: false, checkedAt: null })).toEqual(['not_followed', null]);
});

it('a register of which nothing is loaded has not begun', () => {
  const rest = { followed: false, notBegun: true, completeThrough: null, checkedAt: null };
  expect(freshness('2026-08-23T14:00', rest)).toEqual(['not_begun', null]);
});

it('a publisher that has never answered is late from the first day that is missing', () => {
  expect(freshness('2026-08-23T13:00', { checkedAt: null, failures: 4 })).toEqual(['failing', hours(1)]);
});

it('a register that could never be read is failing', () => {
  const rest = { followed: false, notBegun: true, completeThrough: null, checkedAt: null, failures: 3 };
  expect(freshness('2026-08-23T14:00', rest)).toEqual(['failing', null]);
});

it('a daily publication that stays at one day for longer than any holidays has stopped; a list has not', () => {
  const rest = { publishedThrough: '2026-08-21', checkedAt: new Date('2026-09-02T08:00:00+09:00') };
  expect(freshness('2026-09-02T01:00', rest)).toEqual(['behind', hours(1)]);
  expect(freshness('2026-09-02T01:00', { ...rest, isList: true })).toEqual(['current', 0]);
});
