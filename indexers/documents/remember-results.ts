const maxTexts = 5000;

/** The same pure function, which does not make the result for a text again while it has it. Nobody may change a result. */
export function rememberResults<Result>(of: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = of(text);
    if (results.size >= maxTexts) results.clear();
    results.set(text, result);
    return result;
  };
}
