import type { Knex } from 'knex';
import type { changesEndpoints } from '../../contract/changes/endpoints.ts';
import { type Handlers, respond } from '../../http/route.ts';
import { type ChangesParts, ChangesService } from './changes-service.ts';
import { ChangesStore } from './changes-store.ts';

export interface ChangesNeeds extends Omit<ChangesParts, 'store'> {
  readonly knex: Knex;
}

/** The feed of changes of companies. */
export function createChanges({ knex, ...needs }: ChangesNeeds) {
  const service = new ChangesService({ ...needs, store: new ChangesStore(knex) });
  const handlers: Handlers<typeof changesEndpoints> = {
    listChanges: respond(({ query }) => service.listChanges(query)),
  };
  return { handlers };
}
