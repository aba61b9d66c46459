import { describe, expect, it } from '@jest/globals';
import { findCommand, isKeyTarget, isMeant, type KeyPress } from '../../desk/pages/review/state/keys.ts';

const press = (key: string, code = '', more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  repeat: false,
  ...more,
});

describe('a key of the review', () => {
  it.each([
    ['1', 'Digit1'],
    ['１', 'Digit1'],
    ['1', 'Numpad1'],
    ['ぬ', 'Digit1'],
    ['Process', 'Digit1'],
  ])('%s (%s) chooses the first candidate', (key, code) => {
    expect(findCommand(press(key, code))).toEqual({ name: 'choose', number: 1 });
  });

  it.each([
    ['n', 'KeyN', 'none'],
    ['N', 'KeyN', 'none'],
    ['ｎ', 'KeyN', 'none'],
    ['み', 'KeyN', 'none'],
    ['Process', 'KeyN', 'none'],
    ['x', 'KeyX', 'not_company'],
    ['s', 'KeyS', 'skip'],
    ['/', 'Slash', 'search'],
    ['・', 'Slash', 'search'],
    ['?', 'Slash', 'help'],
    ['？', 'Slash', 'help'],
    ['ArrowRight', 'ArrowRight', 'next'],
    ['k', 'KeyK', 'previous'],
    ['0', 'Digit0', 'more'],
  ])('%s (%s) is %s', (key, code, name) => {
    expect(findCommand(press(key, code))).toEqual({ name });
  });

  it('does nothing with a modifier, while a text is composed, or if it has no meaning', () => {
    expect(findCommand(press('n', 'KeyN', { ctrlKey: true }))).toBeNull();
    expect(findCommand(press('1', 'Digit1', { metaKey: true }))).toBeNull();
    expect(findCommand(press('n', 'KeyN', { isComposing: true }))).toBeNull();
    for (const key of ['Enter', 'Tab', ' ', 'Escape', 'Shift', 'é', 'toString'])
      expect(findCommand(press(key))).toBeNull();
  });

  it('decides once when it is held, and moves on and on', () => {
    expect(findCommand(press('1', 'Digit1', { repeat: true }))).toBeNull();
    expect(findCommand(press('j', 'KeyJ', { repeat: true }))).toEqual({ name: 'next' });
  });

  it('decides about a row only after the row was shown', () => {
    expect(isMeant({ name: 'none' }, 999, 1000)).toBe(false);
    expect(isMeant({ name: 'none' }, 1000, 1000)).toBe(true);
    expect(isMeant({ name: 'choose', number: 1 }, 1050, Number.POSITIVE_INFINITY)).toBe(false);
    expect(isMeant({ name: 'undo' }, 999, 1000)).toBe(true);
  });

  it('belongs to a field in which a person types', () => {
    expect(isKeyTarget({ tagName: 'INPUT', type: 'search' })).toBe(true);
    expect(isKeyTarget({ tagName: 'TEXTAREA' })).toBe(true);
    expect(isKeyTarget({ tagName: 'SELECT' })).toBe(true);
    expect(isKeyTarget({ tagName: 'DIV', isContentEditable: true })).toBe(true);
    expect(isKeyTarget({ tagName: 'INPUT', type: 'radio' })).toBe(false);
    expect(isKeyTarget({ tagName: 'BUTTON' })).toBe(false);
  });
});
