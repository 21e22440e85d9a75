/**
 * Writes which field of which message of Kubernetes has which protobuf number, and the samples that the test of the
 * decoder reads. Needs Go: `npx tsx --conditions=source packages/testing/scripts/generate-protobuf-fields.ts`.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { servedResources } from '@opgen/rules/builtin';
import { goTypeOf } from '../src/api-server/resources/go-reading.ts';

interface Generated {
  readonly messages: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly samples: Readonly<Record<string, object>>;
}

const program = fileURLToPath(new URL('protobuf', import.meta.url));
const { messages, samples } = JSON.parse(
  execFileSync('go', ['run', '.'], { cwd: program, maxBuffer: 64 * 1024 * 1024, encoding: 'utf8' }),
) as Generated;

const served = new Set(['meta/v1/DeleteOptions']);
for (const resource of servedResources())
  if (messages[goTypeOf(resource)] !== undefined) served.add(goTypeOf(resource));
for (const message of served)
  for (const field of Object.values(messages[message] ?? {})) {
    const type = (field.split(' ')[1] ?? '').replace(/^[?*]|^\{\}/, '');
    if (messages[type] !== undefined) served.add(type);
  }
write('../src/api-server/builtin/protobuf-v1.36.json', JSON.stringify(ofServed(messages)));
write(
  '../test/api-server/http/protobuf-samples.json',
  `{\n${Object.entries(ofServed(samples))
    .map(([name, sample]) => `${JSON.stringify(name)}: ${JSON.stringify(sample)}`)
    .join(',\n')}\n}`,
);

function ofServed<T>(all: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => served.has(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function write(path: string, text: string): void {
  writeFileSync(new URL(path, import.meta.url), `${text}\n`);
}
