import type { Knex } from 'knex';
import type { usageEndpoints } from '../../contract/usage/endpoints.ts';
import type { Logger } from '../../http/request-log.ts';
import { type Handlers, respond } from '../../http/route.ts';
import type { RecurringTask } from '../../running/recurring.ts';
import { LimitsStore } from './limits-store.ts';
import { RequestLimits } from './request-limits-service.ts';
import { UsageService } from './usage-service.ts';

export interface LimitsNeeds {
  readonly knex: Knex;
  readonly log: Logger;
  now(): Date;
}

const writeUsageMs = 1_000;

/** Rates and quotas of accounts, and their usage. */
export function createLimits({ knex, log, now }: LimitsNeeds) {
  const store = new LimitsStore(knex);
  const requests = new RequestLimits({ store, now });
  const usage = new UsageService({ store, flush: () => requests.flush(), now });
  const failure = 'usage could not be written';
  const tasks: RecurringTask[] = [{ everyMs: writeUsageMs, run: () => requests.flush(), failure }];
  const handlers: Handlers<typeof usageEndpoints> = {
    getUsage: respond(({ account }) => usage.getUsage(account)),
  };
  return {
    handlers,
    requests,
    tasks,
    close: () => requests.flush({ stopping: true }).catch((err: unknown) => log.error({ err }, failure)),
  };
}
