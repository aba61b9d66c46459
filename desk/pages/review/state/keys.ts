/**
 * The keys of the review. They are single characters (WCAG 2.1.4), so they can be turned off, and they never act while a person
 * types in a field.
 */

export type Command =
  | { readonly name: 'choose'; readonly number: number }
  | {
      readonly name:
        | 'more'
        | 'skip'
        | 'none'
        | 'not_company'
        | 'undo'
        | 'search'
        | 'namesakes'
        | 'next'
        | 'previous'
        | 'same'
        | 'remember'
        | 'help';
    };

/** Keys and what they do. Digits 1 to 9 choose. */
export const commandKeys = {
  '0': 'more',
  s: 'skip',
  n: 'none',
  x: 'not_company',
  u: 'undo',
  '/': 'search',
  l: 'namesakes',
  j: 'next',
  arrowright: 'next',
  k: 'previous',
  arrowleft: 'previous',
  a: 'same',
  m: 'remember',
  '?': 'help',
} as const satisfies Readonly<Record<string, Exclude<Command['name'], 'choose'>>>;

/** What matters of a `KeyboardEvent`. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly isComposing: boolean;
  readonly repeat: boolean;
}

/** Commands that a held key may repeat. Others must not decide a row for each repetition. */
const repeatable: ReadonlySet<Command['name']> = new Set(['next', 'previous']);

/** Commands that mean the same whichever row is on the screen. */
const anyRow: ReadonlySet<Command['name']> = new Set(['undo', 'next', 'previous', 'help']);

/**
 * Whether a key was meant for the row that is on the screen. A key that is pressed twice by mistake, or while the page was busy, must
 * not decide a row that nobody has seen.
 * @param pressedAt when the key was pressed @param shownAt when the row was put into the page
 */
export function isMeant({ name }: Command, pressedAt: number, shownAt: number): boolean {
  return anyRow.has(name) || pressedAt >= shownAt;
}

/** The second click of a double click would decide the next row, which nobody has seen. */
export function ignoreDoubleClick(run: () => void): (event: { readonly detail: number }) => void {
  return ({ detail }) => {
    if (detail < 2) run();
  };
}

/** What a key does; null if nothing. */
export function findCommand(press: KeyPress): Command | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return null;
  const command = toCommand(normalizeKey(press));
  if (command && press.repeat && !repeatable.has(command.name)) return null;
  return command;
}

function toCommand(key: string): Command | null {
  if (/^[1-9]$/.test(key)) return { name: 'choose', number: Number(key) };
  if (!Object.hasOwn(commandKeys, key)) return null;
  return { name: commandKeys[key as keyof typeof commandKeys] };
}

/**
 * The key in plain width and lower case. A Japanese input method gives full-width letters (１, ｎ), kana (ぬ on the key 1), or
 * only says that it is at work (`Process`): then the place of the key counts.
 */
function normalizeKey({ key, code, shiftKey }: KeyPress): string {
  const plain = key.normalize('NFKC').toLowerCase();
  if (/^[!-~]$/.test(plain) || plain.startsWith('arrow')) return plain;
  if (plain !== 'process' && plain.length !== 1) return '';
  if (code === 'Slash') {
    if (shiftKey) return '?';
    return '/';
  }
  return /^(?:Key([A-Z])|(?:Digit|Numpad)([0-9]))$/.exec(code)?.slice(1).find(Boolean)?.toLowerCase() ?? '';
}

/** What matters of the element that has the focus. */
export interface FocusedElement {
  readonly tagName: string;
  readonly type?: string;
  readonly isContentEditable?: boolean;
}

const clickedInputs: ReadonlySet<string> = new Set(['checkbox', 'radio', 'button', 'submit', 'reset']);

/** Whether keys go to the element: text is typed there, or letters choose an option. */
export function isKeyTarget({ tagName, type, isContentEditable }: FocusedElement): boolean {
  if (isContentEditable) return true;
  const tag = tagName.toLowerCase();
  if (tag === 'input') return !clickedInputs.has(type ?? 'text');
  return tag === 'textarea' || tag === 'select';
}
