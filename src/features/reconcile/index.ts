import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { ServiceError } from '../../contract/errors.ts';
import type { reconcileEndpoints } from '../../contract/reconcile/endpoints.ts';
import {
  columnProperties,
  evidenceProperties,
  findColumn,
  isEvidence,
} from '../../contract/reconcile/properties.ts';
import type { ExtensionQuery, QueryBatch } from '../../contract/reconcile/requests.ts';
import { entityTypes, findType } from '../../contract/reconcile/types.ts';
import { type Handlers, respond } from '../../http/route.ts';
import { foldCase, normalizeText } from '../../text/letters/normalize.ts';
import type { Account } from '../accounts/account.ts';
import { pagePolicy, renderCompanyLines, renderCompanyPage, renderParagraph } from './company-page.ts';
import { type EntitiesParts, EntitiesService } from './entities-service.ts';
import { buildManifest } from './manifest.ts';
import { type ReconcileParts, ReconcileService } from './reconcile-service.ts';
import { ReconcileStore } from './reconcile-store.ts';

export interface ReconcileNeeds extends Omit<ReconcileParts, 'store'>, EntitiesParts {
  readonly knex: Knex;
  /** As in the config: where callers reach the service. */
  readonly publicUrl: string | undefined;
}

type AllHandlers = Handlers<typeof reconcileEndpoints>;

/** The reconciliation API 0.2, for OpenRefine and other clients. */
export function createReconcile({ knex, publicUrl, profiles, ...needs }: ReconcileNeeds) {
  const store = new ReconcileStore(knex);
  const service = new ReconcileService({ ...needs, store });
  const entities = new EntitiesService({ ...needs, profiles });

  interface Asking {
    readonly queries?: QueryBatch | undefined;
    readonly extend?: ExtensionQuery | undefined;
    readonly maxCredits?: number | undefined;
  }
  const answerRequest = async (account: Account, { queries, extend, maxCredits }: Asking) => {
    if (extend) return entities.extendEntities(extend);
    return queries && service.answerQueries(account, queries, maxCredits);
  };

  const getAddress = (headers: Readonly<Record<string, unknown>>, params: unknown) => ({
    baseUrl: publicUrl ?? `http://${headers.host}`,
    key: (Object(params).key as string | undefined) ?? null,
  });

  const handlers: Pick<AllHandlers, Exclude<keyof AllHandlers, `${string}WithKey`>> = {
    describeReconciliation: async ({ account, query, headers, params }) => ({
      body: (await answerRequest(account, query)) ?? buildManifest(getAddress(headers, params)),
    }),
    reconcile: async ({ account, query, body }) => ({
      body: (await answerRequest(account, { ...body, ...query })) ?? {},
    }),
    suggestEntities: respond(({ query, signal }) => entities.suggestEntities(query, signal)),
    suggestTypes: async ({ query }) => ({ body: { result: findCompletions(entityTypes, query) } }),
    suggestProperties: async ({ query }) => {
      const others = columnProperties
        .filter(({ id }) => !isEvidence(id))
        .map((property) => ({ ...property, description: `${property.description} Not evidence.` }));
      return { body: { result: findCompletions([...evidenceProperties, ...others], query) } };
    },
    showEntityFlyout: async ({ query: { id } }) => {
      const profile = await entities.getProfile(id);
      return {
        body: { id, html: renderParagraph(profile.company.legal_name) + renderCompanyLines(profile) },
      };
    },
    showTypeFlyout: async ({ query: { id } }) => ({ body: createFlyout(findType(id), id) }),
    showPropertyFlyout: async ({ query: { id } }) => ({ body: createFlyout(findColumn(id), id) }),
    previewEntity: async ({ query: { id } }) => ({
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': pagePolicy },
      stream: Readable.from([renderCompanyPage(await entities.getProfile(id))]),
    }),
    proposeProperties: async ({ query: { type, limit } }) => ({
      body: {
        properties: columnProperties.slice(0, limit),
        ...(type !== undefined && { type }),
        ...(limit !== undefined && { limit }),
      },
    }),
  };
  const withKey = Object.fromEntries(
    Object.entries(handlers).map(([id, handler]) => [`${id}WithKey`, handler]),
  );
  // The same handlers for the key in a header and in the path.
  return { handlers: { ...handlers, ...withKey } as AllHandlers };
}

/** Those whose id or name contains what was typed. */
function findCompletions<Item extends { readonly id: string; readonly name: string }>(
  items: readonly Item[],
  { prefix, limit }: { readonly prefix: string; readonly limit: number },
): Item[] {
  const typed = foldCase(normalizeText(prefix));
  return items.filter(({ id, name }) => foldCase(`${id} ${name}`).includes(typed)).slice(0, limit);
}

function createFlyout(
  found: { readonly name: string; readonly description: string } | undefined,
  id: string,
) {
  if (!found) throw new ServiceError('not_found', { message: 'There is no such type or property.' });
  return { id, html: renderParagraph(`${found.name}: ${found.description}`) };
}
