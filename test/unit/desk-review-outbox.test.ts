import { describe, expect, it } from '@jest/globals';
import { type Attempt, Outbox } from '../../desk/pages/review/state/outbox.ts';

/** An outbox whose attempts end as the test says, and whose pauses end at once. */
function outboxWith(attempts: (task: string, attempt: number) => Attempt<string>) {
  const sent: string[] = [];
  const ended: string[] = [];
  const pauses: number[] = [];
  const counts = new Map<string, number>();
  let idle = () => {};
  const allDone = new Promise<void>((resolve) => {
    idle = resolve;
  });
  const outbox = new Outbox<string, string>({
    send: async (task) => {
      const attempt = (counts.get(task) ?? 0) + 1;
      counts.set(task, attempt);
      sent.push(task);
      return attempts(task, attempt);
    },
    onDone: (task, answer) => ended.push(`${task} ${answer}`),
    onRefused: (task, error) => ended.push(`${task} refused: ${error}`),
    onChange: () => {
      if (outbox.waiting === 0) idle();
    },
    wait: async (ms) => {
      pauses.push(ms);
    },
  });
  return { outbox, sent, ended, pauses, allDone };
}

describe('what was decided', () => {
  it('is sent one after the other, in order, and again when no answer comes', async () => {
    const { outbox, sent, ended, pauses, allDone } = outboxWith((task, attempt) =>
      task === 'b' && attempt < 4 ? { kind: 'again' } : { kind: 'done', answer: 'ok' },
    );
    for (const task of ['a', 'b', 'c']) outbox.addTask(task);
    expect(outbox.waiting).toBe(3);
    await allDone;
    expect(sent).toEqual(['a', 'b', 'b', 'b', 'b', 'c']);
    expect(ended).toEqual(['a ok', 'b ok', 'c ok']);
    expect(pauses).toEqual([400, 800, 1600]);
    expect(outbox.stuck).toBe(false);
  });

  it('is given up when it is refused, and the next one goes on', async () => {
    const { outbox, ended, allDone } = outboxWith((task) =>
      task === 'a' ? { kind: 'refused', error: 'taken' } : { kind: 'done', answer: 'ok' },
    );
    outbox.addTask('a');
    outbox.addTask('b');
    await allDone;
    expect(ended).toEqual(['a refused: taken', 'b ok']);
  });

  it('is held when there were too many requests, until a person sends it', async () => {
    const { outbox, sent, pauses, allDone } = outboxWith((_, attempt) =>
      attempt === 1 ? { kind: 'held' } : { kind: 'done', answer: 'ok' },
    );
    outbox.addTask('a');
    await new Promise(setImmediate);
    expect({ sent, pauses, waiting: outbox.waiting, stuck: outbox.stuck }).toEqual({
      sent: ['a'],
      pauses: [],
      waiting: 1,
      stuck: true,
    });
    outbox.retryNow();
    await allDone;
    expect(sent).toEqual(['a', 'a']);
  });

  it('can be withdrawn until it is sent', async () => {
    const { outbox, sent, allDone } = outboxWith(() => ({ kind: 'done', answer: 'ok' }));
    for (const task of ['a', 'b', 'c']) outbox.addTask(task);
    expect(outbox.removeTask('b')).toBe(true);
    expect(outbox.removeTask('a')).toBe(false);
    await allDone;
    expect(sent).toEqual(['a', 'c']);
  });
});
