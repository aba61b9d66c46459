/** Another way to search names. It gets all names of all companies in the plain form, and so does every query. */
export interface Peer {
  readonly name: string;
  /** @throws PeerUnavailable if this database or cluster does not allow it */
  create(): Promise<void>;
  add(names: readonly PeerName[]): Promise<void>;
  /** After the last name. */
  complete(): Promise<void>;
  /** @returns for each text the ids of at most five companies, best first */
  search(texts: readonly string[]): Promise<string[][]>;
  /** Removes everything that it created, also what a killed run left. */
  remove(): Promise<void>;
}

export interface PeerName {
  readonly companyId: string;
  readonly plain: string;
}

/** Why a peer cannot be measured, in one sentence. */
export class PeerUnavailable extends Error {}
