import { userInfo } from 'node:os';

/** The name of the user that runs this program. In a container, the user may have none. */
export function findUserName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
