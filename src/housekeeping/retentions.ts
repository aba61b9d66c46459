import type { Knex } from 'knex';
import {
  deliveredBodyDays,
  exportDays,
  idempotencyKeyDays,
  reconciledQuestionDays,
} from '../contract/limits.ts';
import { CreditsService } from '../features/credits/credits-service.ts';
import { LedgerStore } from '../features/credits/ledger-store.ts';
import { DeliveryStore } from '../features/delivery/delivery-store.ts';
import { LimitsStore } from '../features/limits/limits-store.ts';
import { EstimatesStore } from '../features/lists/estimates/estimates-store.ts';
import { ExportFilesStore, getExportsFolder } from '../features/lists/exports/export-files-store.ts';
import { removeOldExports } from '../features/lists/exports/export-retention-service.ts';
import { ExportsStore } from '../features/lists/exports/exports-store.ts';
import { ReconcileStore } from '../features/reconcile/reconcile-store.ts';
import { PresenceStore } from '../features/sources/review/presence-store.ts';
import { IdempotencyStore } from '../idempotency/idempotency-store.ts';
import { Paging } from '../paging/paging.ts';
import { SecretBox } from '../secrets/secret-box.ts';
import type { Retention } from './retention.ts';

export interface RetentionNeeds {
  readonly knex: Knex;
  /** The folder that contains the exported files. */
  readonly stateFolder: string;
  now(): Date;
}

function openStores({ knex, stateFolder, now }: RetentionNeeds) {
  return {
    idempotency: new IdempotencyStore(knex),
    questions: new ReconcileStore(knex),
    exports: {
      exports: new ExportsStore(knex),
      files: new ExportFilesStore(getExportsFolder(stateFolder)),
    },
    estimates: new EstimatesStore(knex),
    limits: new LimitsStore(knex),
    // Removing reads neither secrets nor cursors.
    deliveries: new DeliveryStore(knex, new SecretBox([])),
    credits: new CreditsService({ ledger: new LedgerStore(knex), paging: new Paging([], now), now }),
    presence: new PresenceStore(knex),
  };
}

/** Everything that has a time limit, in the order in which it is removed. A test compares it with docs/retention.md. */
export function listRetentions(needs: RetentionNeeds): readonly Retention[] {
  const stores = openStores(needs);
  return [
    {
      task: 'idempotency_keys',
      what: 'idempotency keys with their answers, after the call',
      days: idempotencyKeyDays,
      remove: (before, limit) => stores.idempotency.removeOlderThan(before, limit),
    },
    {
      task: 'reconciled_questions',
      what: 'questions that were paid when tables were reconciled, after the charge',
      days: reconciledQuestionDays,
      remove: (before, limit) => stores.questions.removeOlderThan(before, limit),
    },
    {
      task: 'delivery_messages',
      what: 'messages of deliveries, after the delivery finished',
      days: deliveredBodyDays,
      remove: (before, limit) => stores.deliveries.removeBodies(before, limit),
    },
    {
      task: 'exports',
      what: 'exported files, after their last export, except the latest of each List',
      days: exportDays,
      remove: (before, limit) => removeOldExports(stores.exports, before, limit),
    },
    {
      task: 'interrupted_exports',
      what: 'files of interrupted exports',
      days: 1,
      remove: (before) => stores.exports.files.removeDraftsBefore(before),
    },
    {
      // Until then, callers learn that it expired, not that it does not exist.
      task: 'estimates',
      what: 'estimates, after they expired',
      days: 7,
      remove: (before, limit) => stores.estimates.removeExpiredBefore(before, limit),
    },
    {
      task: 'limit_counts',
      what: 'counts of limits, after their window ended',
      days: 1,
      remove: (before, limit) => stores.limits.removeEnded(before, limit),
    },
    {
      task: 'presence',
      what: 'where people were in a source, after they were last seen',
      days: 1,
      remove: (before, limit) => stores.presence.removeSeenBefore(before, limit),
    },
    {
      task: 'expired_credits',
      what: 'credits, after they expired',
      days: 0,
      remove: (_, limit) => stores.credits.expireGrants(limit),
    },
  ];
}
