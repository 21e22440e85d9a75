import { describe, expect, it } from 'vitest';
import { strictDecodingProblems } from '../../../src/api-server/serving/strict-json.ts';

const text = '{"spec":{"size":1,"size":2,"a":"}\\"","ports":[{"n":1},{"n":1,"n":2}]},"b":[[],{}]}';

describe('strictDecodingProblems', () => {
  it('names each duplicate field of a custom resource, and then each unknown field', () => {
    expect(strictDecodingProblems(['b'], text, true)).toEqual([
      'duplicate field "spec.size"',
      'duplicate field "spec.ports[1].n"',
      'unknown field "b"',
    ]);
  });

  it('names the fields of a built-in kind in the order of the text, but not those in unknown fields', () => {
    expect(strictDecodingProblems(['spec.ports', 'b'], text, false)).toEqual([
      'duplicate field "spec.size"',
      'unknown field "spec.ports"',
      'unknown field "b"',
    ]);
  });
});
