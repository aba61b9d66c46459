import { withSession } from '../../indexers/operator/database-session.ts';
import { generateCompanies } from '../fictional/companies.ts';
import { Draws } from '../fictional/draws.ts';
import { noiseRules } from '../relevance/written/noise.ts';

/** How names are written that nobody finds by an exact key, in turn: with more behind or in front, changed, or of nobody. */
const forms = [
  'branch',
  'one slip',
  'word added',
  'unknown',
  'office',
  'look-alike letters',
  'word left out',
  'unknown',
  'department',
  'two slips in a long name',
  'person',
  'unknown',
  'address behind',
  'role in front',
  'several at once',
  'unknown',
];
/** Of a series of fictional companies that no database has. */
const seedOfUnknown = 0x5eed5;

/** Tables of names of the companies in a database. The same companies give the same tables. */
export async function writtenTables(databaseUrl: string, count: number) {
  const { rows } = await withSession(databaseUrl, (client) =>
    client.query<{ name: string }>(
      `SELECT n.name FROM companies c JOIN company_names n ON n.company_id = c.company_id AND n.kind = 'legal'
       WHERE c.status = 'active' AND NOT c.hidden ORDER BY hashtext(c.company_id), c.company_id LIMIT $1`,
      [count + 1],
    ),
  );
  const names = rows.map(({ name }) => name);
  const clean = names.slice(0, count);
  const series = { seed: seedOfUnknown, from: 0, to: count, today: '2026-11-21' };
  const unknown = generateCompanies(series).company_names.filter(({ kind }) => kind === 'legal');
  const mixed = clean.map((name, at) =>
    at % 3 === 0 ? written(name, at / 3, names[at + 1] ?? name, unknown[at]?.name ?? name) : name,
  );
  return { clean, mixed };
}

/** The name in the next form that applies to it. */
function written(name: string, at: number, other: string, unknown: string): string {
  for (let next = 0; next < forms.length; next++) {
    const form = forms[(at + next) % forms.length];
    if (form === 'unknown') return unknown;
    const text = noiseRules
      .find((rule) => rule.form === form)
      ?.write(name, new Draws(1, at, next), other, null);
    if (text) return text;
  }
  return name;
}
