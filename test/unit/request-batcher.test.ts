import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { RequestAborted } from '../../src/search/engine.ts';
import { RequestBatcher, type Waiting } from '../../src/search/request-batcher.ts';

type Sent = readonly Waiting<string, string>[];

function together({ requestsAtOnce = 1, questionsAtOnce = 3 } = {}) {
  const clock = { now: 0 };
  const sent: { questions: string[]; finish: () => void; fail: (error: Error) => void }[] = [];
  const asking = new RequestBatcher<string, string>(
    (waiting: Sent) =>
      new Promise((resolve, reject) => {
        const settle = () => {
          if (waiting.some(({ question }) => question === 'unreadable')) throw new Error('unreadable');
          for (const { question, resolve: answer, reject: refuse } of waiting)
            question === 'wrong' ? refuse(new Error('refused')) : answer(`${question}!`);
        };
        sent.push({
          questions: waiting.map(({ question }) => question),
          finish: () => resolve(settle),
          fail: reject,
        });
      }),
    { requestsAtOnce, questionsAtOnce, now: () => clock.now },
  );
  return { clock, sent, asking, ask: (...questions: string[]) => questions.map((one) => asking.ask(one)) };
}

const turn = () => new Promise(setImmediate);

describe('questions asked together', () => {
  it('wait while as many requests are on their way as may be, and then go in one, in their order', async () => {
    const { sent, ask } = together({ requestsAtOnce: 2 });
    const answers = ask('a', 'b', 'c', 'd', 'e', 'f');
    expect(sent.map(({ questions }) => questions)).toEqual([['a'], ['b']]);
    sent[1]?.finish();
    await turn();
    expect(sent.map(({ questions }) => questions)).toEqual([['a'], ['b'], ['c', 'd', 'e']]);
    sent[0]?.finish();
    await turn();
    for (const { finish } of sent.slice(2)) finish();
    expect(await Promise.all(answers)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!', 'f!']);
    expect(sent).toHaveLength(4);
  });

  it('are each answered or refused alone, unless the request fails as a whole', async () => {
    const { sent, ask } = together();
    const answers = Promise.allSettled(ask('first', 'a', 'wrong', 'b', 'c', 'd'));
    sent[0]?.finish();
    await turn();
    sent[1]?.finish();
    await turn();
    sent[2]?.fail(new Error('away'));
    const outcome = (settled: PromiseSettledResult<string>) =>
      settled.status === 'fulfilled' ? settled.value : settled.reason.message;
    expect((await answers).map(outcome)).toEqual(['first!', 'a!', 'refused', 'b!', 'away', 'away']);
    // The next one is asked as if nothing had happened.
    const [next] = ask('next');
    sent.at(-1)?.finish();
    expect(await next).toBe('next!');
  });

  it('are refused if the answer cannot be read', async () => {
    const { sent, ask } = together();
    const answers = Promise.allSettled(ask('first', 'a', 'unreadable', 'b'));
    sent[0]?.finish();
    await turn();
    sent[1]?.finish();
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', ...Array(3).fill('rejected')]);
  });

  it('are given up by a caller that leaves, also while they are on their way; the others are answered', async () => {
    const { sent, asking } = together();
    const [early, late] = [new AbortController(), new AbortController()];
    const first = asking.ask('first', early.signal);
    const answers = [asking.ask('a'), asking.ask('b', late.signal), asking.ask('c')];
    const outcomes = Promise.allSettled([first, ...answers]);
    early.abort();
    late.abort();
    await expect(first).rejects.toBeInstanceOf(RequestAborted);
    await expect(asking.ask('d', late.signal)).rejects.toBeInstanceOf(RequestAborted);
    sent[0]?.finish();
    await turn();
    expect(sent[1]?.questions).toEqual(['a', 'c']);
    sent[1]?.finish();
    const states = (await outcomes).map(({ status }) => status);
    expect(states).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
  });

  it('do not wait long for a request that takes long, also if nobody else asks', async () => {
    const { clock, sent, ask } = together();
    const answers = ask('slow', 'next');
    expect(sent).toHaveLength(1);
    clock.now = 6;
    ask('other');
    expect(sent.map(({ questions }) => questions)).toEqual([['slow'], ['next', 'other']]);
    ask('last');
    clock.now = 20;
    await wait(40);
    expect(sent.at(-1)?.questions).toEqual(['last']);
    for (const { finish } of sent) finish();
    expect(await Promise.all(answers)).toEqual(['slow!', 'next!']);
  });
});
