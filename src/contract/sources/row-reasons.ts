/** Why a row is in its state, by code, in one sentence each. */
const rowReasons: Readonly<Record<string, string>> = {
  taken_back: 'A person took this company back, so that only a person settles the row on it again.',
};

/** The sentence of a reason; the code itself if it is not known any more. */
export function rowReasonText(code: string): string {
  return rowReasons[code] ?? code;
}
