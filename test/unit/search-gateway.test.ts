import type { Client } from '@elastic/elasticsearch';
import { describe, expect, it } from '@jest/globals';
import { SearchGateway } from '../../src/search/gateway.ts';

/** The gateway before an engine that gives this answer, whatever it is asked. */
function gatewayOf(answer: object): SearchGateway {
  const client: Pick<Client, 'transport'> = {
    transport: { request: async () => answer } as unknown as Client['transport'],
  };
  return new SearchGateway(client as Client);
}

const hits = { total: { value: 3 }, hits: [] };
const whole = { timed_out: false, _shards: { failed: 0 }, hits };
const part = { timed_out: false, _shards: { failed: 1 }, hits };

describe('an answer in which a part of the index is missing', () => {
  const unavailable = expect.objectContaining({ code: 'search_unavailable' });

  it('is no answer: its total is not that of the index', async () => {
    await expect(gatewayOf(part).search('companies', {})).rejects.toEqual(unavailable);
    await expect(gatewayOf(part).rows('observations', {})).rejects.toEqual(unavailable);
    await expect(
      gatewayOf({ responses: [whole, part] }).multiSearch('observations', [{}, {}]),
    ).rejects.toEqual(unavailable);
  });

  it('is told from a whole one, and from one of which the time was up', async () => {
    expect((await gatewayOf(whole).search('companies', {})).total).toBe(3);
    expect((await gatewayOf(whole).rows('observations', {})).total).toBe(3);
    const late = await gatewayOf({ ...whole, timed_out: true }).search('companies', {});
    expect(late).toMatchObject({ total: 3, timedOut: true });
  });
});
