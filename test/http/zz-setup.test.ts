import { it } from '@jest/globals';
import { companyFacts, insertFacts } from '../support/companies.ts';
import { suiteDatabase } from '../support/database.ts';
import { startTestService } from '../support/service.ts';

it('sets up', async () => {
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const c = process.cpuUsage();
    const n = performance.now();
    const r = await work();
    const d = process.cpuUsage(c);
    process.stderr.write(
      `${name} cpu ${((d.user + d.system) / 1000).toFixed(0)} wall ${(performance.now() - n).toFixed(0)}\n`,
    );
    return r;
  };
  for (let i = 0; i < 2; i += 1) {
    const database = await step('database', suiteDatabase);
    await step('facts', () => insertFacts(database.knex, companyFacts({ number: 1, name: 'x' })));
    const service = await step('service', () => startTestService(database));
    await step('companies', () => service.reindexCompanies());
    await step('observations', () => service.reindexObservations());
    const account = await step('account', () => service.createAccount());
    await step('get', async () => service.as(account).get('/api/service/account/limits'));
    await step('stop', () => service.stop());
    await step('drop', () => database.drop());
  }
});
