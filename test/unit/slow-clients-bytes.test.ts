import { describe, expect, it } from '@jest/globals';
import { SlowClientsBytes } from '../../src/http/slow-clients-bytes.ts';

describe('bytes of slow clients', () => {
  function holders(bytes: SlowClientsBytes) {
    const givenUp: string[] = [];
    const hold = (name: string, accountId: string, size: number) => {
      const held = bytes.holdBytes(accountId, () => givenUp.push(name));
      held.add(size);
      return held;
    };
    return { givenUp, hold };
  }

  it('are taken from the account with most of them, from what began first', () => {
    const bytes = new SlowClientsBytes({ maxTotal: 100, maxPerAccount: 80 });
    const { givenUp, hold } = holders(bytes);
    hold('small', 'b', 30);
    hold('first', 'a', 30);
    hold('second', 'a', 30);
    hold('third', 'c', 30);
    expect(givenUp).toEqual(['first']);
    expect(bytes.held).toBe(90);
  });

  it('are never more than its share for one account', () => {
    const bytes = new SlowClientsBytes({ maxTotal: 100, maxPerAccount: 50 });
    const { givenUp, hold } = holders(bytes);
    hold('first', 'a', 30);
    hold('second', 'a', 30);
    hold('alone', 'b', 60);
    expect(givenUp).toEqual(['first', 'alone']);
  });

  it('are not taken from what is whole, and come back when it is released', () => {
    const bytes = new SlowClientsBytes({ maxTotal: 50, maxPerAccount: 50 });
    const { givenUp, hold } = holders(bytes);
    const whole = hold('whole', 'a', 40);
    whole.complete();
    hold('late', 'b', 20);
    expect(givenUp).toEqual(['late']);
    whole.release();
    whole.release();
    expect(bytes.held).toBe(0);
  });
});
