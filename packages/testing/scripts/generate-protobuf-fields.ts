/**
 * Writes which field of which message of Kubernetes has which protobuf number, and the samples that the test of the
 * decoder reads. Older minor versions are stored as differences from the newest. Needs Go:
 * `npx tsx --conditions=source packages/testing/scripts/generate-protobuf-fields.ts`.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Minor, minors, newestMinor, servedResources } from '@opgen/rules/builtin';
import { mergePatchBetween } from '../../runtime/src/objects/json.ts';
import { goTypeOf } from '../src/api-server/resources/go-reading.ts';

type Messages = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Generated {
  readonly messages: Messages;
  readonly samples: Readonly<Record<string, object>>;
}

const newest = generated(newestMinor);
const known = ofServed(newest.messages, newest.messages, newestMinor);
for (const minor of minors.filter((each) => each !== newestMinor)) {
  const { messages } = generated(minor);
  // The server serves stable versions only. Messages that it lacks stay, because nothing reads them.
  const stable = Object.entries(ofServed(messages, messages, minor)).filter(([name]) =>
    /\/v\d+\//.test(name),
  );
  const own = { ...known, ...Object.fromEntries(stable) };
  write(
    `../src/api-server/builtin/protobuf-v${minor}.json`,
    JSON.stringify(mergePatchBetween(known, own) ?? {}),
  );
}
write(`../src/api-server/builtin/protobuf-v${newestMinor}.json`, JSON.stringify(known));
write(
  '../test/api-server/http/protobuf-samples.json',
  `{\n${Object.entries(ofServed(newest.samples, newest.messages, newestMinor))
    .map(([name, sample]) => `${JSON.stringify(name)}: ${JSON.stringify(sample)}`)
    .join(',\n')}\n}`,
);

/** What the Go modules of a minor version say. Those of the newest are in go.mod. */
function generated(minor: Minor): Generated {
  const modules = minor === newestMinor ? [] : [`-modfile=v${minor}.mod`];
  const cwd = fileURLToPath(new URL('protobuf', import.meta.url));
  const options = { cwd, maxBuffer: 64 * 1024 * 1024, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync('go', ['run', ...modules, '.'], options)) as Generated;
}

/** Only the messages of served kinds, and those that they contain. */
function ofServed<T>(all: Readonly<Record<string, T>>, messages: Messages, minor: Minor): Record<string, T> {
  const served = new Set(['meta/v1/DeleteOptions']);
  for (const resource of servedResources(minor))
    if (messages[goTypeOf(resource)] !== undefined) served.add(goTypeOf(resource));
  for (const message of served)
    for (const field of Object.values(messages[message] ?? {})) {
      const type = (field.split(' ')[1] ?? '').replace(/^[?*]|^\{\}/, '');
      if (messages[type] !== undefined) served.add(type);
    }
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => served.has(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function write(path: string, text: string): void {
  writeFileSync(new URL(path, import.meta.url), `${text}\n`);
}
