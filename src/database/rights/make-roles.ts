import type { Knex } from 'knex';
import pg from 'pg';
import { splitHostUrls } from '../hosts.ts';
import { grantRights, revokeOwnRights, rolesLock } from './grant-rights.ts';
import { computePasswordVerifier } from './password-verifier.ts';
import { type Group, groups } from './table-rights.ts';

const { escapeIdentifier, escapeLiteral } = pg;

/** The URLs of the config, one for each group that has one. */
export type RoleUrls = Readonly<Partial<Record<Group, string>>>;

export interface MadeRole {
  readonly group: Group;
  readonly user: string;
}

/** The roles cannot be made as asked; the message is one sentence for the operator. */
export class RolesError extends Error {
  override readonly name = 'RolesError';
}

interface Login {
  readonly group: Group;
  readonly user: string;
  /** Null if the server checks these users by other means. */
  readonly password: string | null;
}

const variables: Readonly<Record<Group, string>> = {
  serving: 'DATABASE_URL',
  operating: 'DATABASE_OPERATE_URL',
  reading: 'DATABASE_READ_URL',
};

/**
 * Makes the groups, and for each URL its user, as a member of its group and with the URL's password. It can be repeated: then it
 * sets the passwords and rights again.
 * @param knex connected as the owner, who may make roles
 * @throws RolesError
 */
export async function makeRoles(knex: Knex, urls: RoleUrls): Promise<readonly MadeRole[]> {
  const logins = listLogins(urls);
  await knex.transaction(async (transaction) => {
    await transaction.raw(rolesLock);
    await explainDenial(async () => {
      for (const group of Object.values(groups))
        if (!(await hasRole(transaction, group))) await transaction.raw(`CREATE ROLE ${group} NOLOGIN`);
      for (const login of logins) await makeLogin(transaction, login);
    });
    await limitDatabase(transaction, logins);
    for (const { user } of logins) await revokeOwnRights(transaction, user);
    await grantRights(transaction);
  });
  return logins.map(({ group, user }) => ({ group, user }));
}

function listLogins(urls: RoleUrls): Login[] {
  const logins = (Object.keys(groups) as Group[]).flatMap((group) => {
    const url = urls[group];
    if (url === undefined) return [];
    const { username, password } = new URL(splitHostUrls(url)[0]);
    return [parseLogin(group, decodeURIComponent(username), decodeURIComponent(password))];
  });
  const users = new Set(logins.map(({ user }) => user));
  if (users.size < logins.length)
    throw new RolesError('Each database URL needs a user of its own, because their rights differ.');
  return logins;
}

function parseLogin(group: Group, user: string, password: string): Login {
  const variable = variables[group];
  if (user === '') throw new RolesError(`${variable} must name a user.`);
  if (Object.values<string>(groups).includes(user))
    throw new RolesError(`The user of ${variable} must not have the name of a group, ${user}.`);
  if (!/^[\x20-\x7e]*$/.test(password))
    throw new RolesError(`The password in ${variable} must consist of printable ASCII characters.`);
  return { group, user, password: password === '' ? null : password };
}

async function hasRole(transaction: Knex, role: string): Promise<boolean> {
  const { rows } = await transaction.raw<{ rows: object[] }>('SELECT FROM pg_roles WHERE rolname = ?', [
    role,
  ]);
  return rows.length > 0;
}

async function makeLogin(transaction: Knex, { group, user, password }: Login): Promise<void> {
  const name = escapeIdentifier(user);
  if (await hasRole(transaction, user)) await refuseMighty(transaction, group, user);
  else await transaction.raw(`CREATE ROLE ${name}`);
  // The server stores a verifier as it is; nobody can log in with it.
  const secret = password === null ? '' : ` PASSWORD ${escapeLiteral(computePasswordVerifier(password))}`;
  await transaction.raw(`ALTER ROLE ${name} LOGIN${secret}`);
  const others = Object.values(groups).filter((each) => each !== groups[group]);
  await transaction.raw(`GRANT ${groups[group]} TO ${name}`);
  for (const other of others)
    if (await isMember(transaction, user, other)) await transaction.raw(`REVOKE ${other} FROM ${name}`);
}

async function isMember(transaction: Knex, user: string, group: string): Promise<boolean> {
  const { rows } = await transaction.raw<{ rows: object[] }>(
    `SELECT FROM pg_auth_members WHERE roleid = to_regrole(?) AND member = to_regrole(quote_ident(?))`,
    [group, user],
  );
  return rows.length > 0;
}

/**
 * Roles of PostgreSQL that read, write or run what no group may. Others are left, because a server may need them to let users
 * log in.
 */
const mightyRoles = [
  'pg_read_all_data',
  'pg_write_all_data',
  'pg_maintain',
  'pg_read_server_files',
  'pg_write_server_files',
  'pg_execute_server_program',
];

/**
 * A user that owns tables or may do everything, also as a member of another role, would make the rights of its group meaningless.
 * Temporary tables are those of a load that runs at this moment.
 */
async function refuseMighty(transaction: Knex, group: Group, user: string): Promise<void> {
  const { rows } = await transaction.raw<{ rows: { name: string }[] }>(
    `SELECT might.rolname AS name FROM pg_roles might
     WHERE pg_has_role(to_regrole(quote_ident(:user)), might.oid, 'MEMBER')
       AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls OR rolreplication OR rolname = current_user OR rolname = ANY (:mightyRoles)
         OR EXISTS (SELECT FROM pg_class WHERE relowner = might.oid AND relpersistence <> 't'))
     ORDER BY might.rolname = :user DESC, might.rolname LIMIT 1`,
    { user, mightyRoles },
  );
  const [found] = rows;
  if (!found) return;
  const whose = found.name === user ? `${user},` : `${user}, is a member of ${found.name}, which`;
  throw new RolesError(
    `The user of ${variables[group]}, ${whose} owns tables or may do what no group may. Name a user that has no rights yet.`,
  );
}

/**
 * Only the operator makes temporary tables. With one, a role can have functions and triggers of its own, and so get around
 * triggers that allow a change only from within another.
 */
async function limitDatabase(transaction: Knex, logins: readonly Login[]): Promise<void> {
  const { rows } = await transaction.raw<{ rows: { name: string }[] }>(
    'SELECT quote_ident(current_database()) AS name',
  );
  const database = `DATABASE ${rows[0]?.name}`;
  await transaction.raw(
    [
      `REVOKE TEMPORARY ON ${database} FROM PUBLIC`,
      'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
      ...logins.map(({ user }) => `REVOKE CREATE, TEMPORARY ON ${database} FROM ${escapeIdentifier(user)}`),
      `GRANT TEMPORARY ON ${database} TO ${groups.operating}`,
    ].join(';\n'),
  );
  // Postgres only warns if somebody else owns the database.
  const { rows: left } = await transaction.raw<{ rows: { temporary: boolean }[] }>(
    `SELECT has_database_privilege(?, current_database(), 'TEMPORARY') AS temporary`,
    [groups.serving],
  );
  if (left[0]?.temporary)
    throw new RolesError('The user of DATABASE_MIGRATE_URL must own the database, to limit its rights.');
}

async function explainDenial(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (Object(error).code !== '42501') throw error;
    throw new RolesError(
      `The user of DATABASE_MIGRATE_URL may not make or change these roles. Give it CREATEROLE, and ADMIN OPTION for those that another user made (${Object.values(groups).join(', ')}).`,
    );
  }
}
