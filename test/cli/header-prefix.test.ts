import { describe, expect, it } from '@jest/globals';
import { parseHeaderPrefix } from '../../cli/input/option-values.ts';
import { addedPrefix } from '../../src/contract/table-files.ts';

describe('the prefix of added headers', () => {
  it.each(['', 'cd_', 'x. -y', '会社_', 'a/b', ' x', '=1', 'a'.repeat(30), 'a'.repeat(31)])(
    '%j is refused as the service refuses it',
    (prefix) => {
      const taken = addedPrefix.safeParse(prefix).success;
      if (taken) expect(parseHeaderPrefix(prefix)).toBe(prefix);
      else expect(() => parseHeaderPrefix(prefix)).toThrow();
    },
  );
});
