import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Group } from '../../src/database/rights/table-rights.ts';
import { closePrivateFile, privateFile } from '../../src/process/private-files.ts';
import { readJsonIfWhole } from '../processes/read-if-there.ts';

/** Users of the local PostgreSQL. They are members of the groups with the same rights. */
const users: Readonly<Record<Group, string>> = {
  serving: 'cds_service',
  operating: 'cds_operator',
  reading: 'cds_reader',
};

const fileName = 'database-users.json';
const passwordBytes = 24;

type Passwords = Readonly<Record<Group, string>>;

/**
 * URLs of the local database for users with few rights. Their passwords are made on the first start and stored in the
 * state folder. The users themselves are made by `makeRoles`.
 * @param ownerUrl the administrator's
 */
export function buildLocalUserUrls(ownerUrl: string, stateFolder: string): Readonly<Record<Group, string>> {
  const passwords = ensurePasswords(path.join(stateFolder, fileName));
  const buildUrl = (group: Group) => {
    const url = new URL(ownerUrl);
    url.username = users[group];
    url.password = passwords[group];
    return url.href;
  };
  return { serving: buildUrl('serving'), operating: buildUrl('operating'), reading: buildUrl('reading') };
}

function ensurePasswords(file: string): Passwords {
  closePrivateFile(file);
  // After a crash that left an incomplete file, the next start sets other passwords.
  const kept = readJsonIfWhole<Passwords>(file);
  if (kept) return kept;
  const makePassword = () => randomBytes(passwordBytes).toString('hex');
  const made: Passwords = { serving: makePassword(), operating: makePassword(), reading: makePassword() };
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: privateFile });
  return made;
}
