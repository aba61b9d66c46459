import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** As PostgreSQL's own default. */
const iterations = 4096;
const saltBytes = 16;

/**
 * What PostgreSQL stores of a password (SCRAM-SHA-256, RFC 5803), so that the password itself is in no statement, which a
 * server may log.
 * @param password printable ASCII, which needs no SASLprep
 */
export function computePasswordVerifier(password: string, salt = randomBytes(saltBytes)): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const deriveKey = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(deriveKey('Client Key')).digest('base64');
  const serverKey = deriveKey('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
