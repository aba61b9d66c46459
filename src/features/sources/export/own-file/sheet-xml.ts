/** Tags in the XML of a workbook. Elements are known by their local names, as where they are read. */

const prefixes = '(?:[^\\s<>/:]+:)?';

/** The beginning of a tag up to its end. The value of an attribute can contain `>`. */
export const tagOf = (name: string) => `<${prefixes}${name}(?:\\s(?:[^<>"'/]|"[^"]*"|'[^']*')*)?`;
export const endOf = (name: string) => `</${prefixes}${name}\\s*>`;
export const elementOf = (name: string) => `${tagOf(name)}(?:/>|>[\\s\\S]*?${endOf(name)})`;

const others = `(?:\\s+[^\\s=]+\\s*=\\s*(?:"[^"]*"|'[^']*'))*?`;
const attributePatterns = new Map<string, RegExp>();

/** Up to the value of an attribute of the first tag, and the value. */
function patternOf(name: string): RegExp {
  const known = attributePatterns.get(name);
  if (known) return known;
  const pattern = new RegExp(`^(\\s*<[^\\s/>]+${others}\\s+${name}\\s*=\\s*)(?:"([^"]*)"|'([^']*)')`);
  attributePatterns.set(name, pattern);
  return pattern;
}

/** An attribute of the first tag, as it is written. */
export function attributeOf(xml: string | undefined, name: string): string | null {
  const [, , doubled, single] = patternOf(name).exec(xml ?? '') ?? [];
  return doubled ?? single ?? null;
}

/** The first tag with another value of an attribute that it has. @param value as it is written between double quotes */
export function replaceAttribute(xml: string, name: string, value: string): string {
  return xml.replace(patternOf(name), (_, before: string) => `${before}"${value}"`);
}
