import { readFileSync } from 'node:fs';
import { newestMinor } from '@opgen/rules/builtin';
import { describe, expect, it } from 'vitest';
import { messageValue } from '../../../src/api-server/http/protobuf.ts';
import { goFields } from '../../../src/api-server/resources/go-fields.ts';

/** A value that Go has encoded as protobuf and as JSON. */
interface Sample {
  readonly protobuf: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** Written by scripts/generate-protobuf-fields.ts. */
interface Samples {
  /** Each field has a value. */
  readonly full: Sample;
  /** Each optional scalar is set to zero. */
  readonly zero: Sample;
  readonly optionalScalars: readonly string[];
}

const samples = JSON.parse(
  readFileSync(new URL('./protobuf-samples.json', import.meta.url), 'utf8'),
) as Record<string, Samples>;

const decoded = (message: string, { protobuf }: Sample): Record<string, unknown> =>
  messageValue(Buffer.from(protobuf, 'base64'), message, goFields(newestMinor));

describe('protobuf that Go has encoded', () => {
  it('has a sample of each message', () => {
    expect(Object.keys(samples)).toEqual(Object.keys(goFields(newestMinor)));
  });

  it.each(Object.entries(samples))('%s is decoded', (message, { full, zero, optionalScalars }) => {
    expect(withoutEmpty(decoded(message, full))).toEqual(withoutEmpty(full.json));
    const zeros = optionalScalars.map((name) => [name, zero.json[name]]);
    expect(decoded(message, zero)).toMatchObject(Object.fromEntries(zeros));
  });
});

/** Without what Go encodes although it is empty: in JSON and in protobuf these are not the same fields. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutEmpty(item) ?? {});
  if (typeof value !== 'object' || value === null) return value || undefined;
  const kept = Object.entries(value)
    .map(([key, item]) => [key, withoutEmpty(item)] as const)
    .filter(([, item]) => item !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
