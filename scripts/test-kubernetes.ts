/**
 * Runs Kubernetes' own e2e specs against the embedded API server, and compares the outcomes with results.md.
 * `--update` writes that file. `--fast` runs a short part, and nothing if the suite is not built.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { systemClock } from '@opgen/runtime';
import { startCluster } from '../packages/testing/src/cluster.ts';
import { playContainers } from '../packages/testing/test/kubernetes/containers.ts';
import { exclusions, fast } from '../packages/testing/test/kubernetes/exclusions.ts';
import { formatResults, parseResults, type Result } from '../packages/testing/test/kubernetes/results.ts';
import { listSpecs, runSpecs } from '../packages/testing/test/kubernetes/run-suite.ts';
import { findOrBuildSuite, findSuite } from '../packages/testing/test/kubernetes/suite-binary.ts';

const table = new URL('../packages/testing/test/kubernetes/results.md', import.meta.url);
const isFast = process.argv.includes('--fast');
const isUpdate = process.argv.includes('--update');

const binary = isFast ? await findSuite(process.env) : await findOrBuildSuite(process.env);
if (binary === undefined) console.log('the Kubernetes e2e suite is not built: run `npm run test:kubernetes`');
else await run(binary);

async function run(suite: string): Promise<void> {
  const all = await listSpecs(suite, String.raw`\[sig-(api-machinery|apps)\].*\[Conformance\]`);
  const wanted = all.filter((name) => excluded(name) === undefined && (!isFast || fast.test(name)));
  const cluster = await startCluster({ workloads: { nodes: 2 }, clock: systemClock });
  // Specs expect that no registry has these images.
  for (const image of ['webserver:404', 'foo:non-existent']) cluster.pods.failToPull(image);
  const stopping = new AbortController();
  const playing = playContainers(cluster.client, stopping.signal);
  const { kubeconfig } = await cluster.serve();
  const outcomes = await runSpecs(suite, wanted, {
    kubeconfig,
    processes: 3,
    // A spec that fails waits for minutes. Alone in its process, it takes the time of no other.
    ...(isFast ? { specsOfProcess: 15, minutes: 5 } : { specsOfProcess: 1, minutes: 8 }),
    onOutcome({ name, isPassed, failure, seconds }) {
      const outcome = isPassed ? 'passed' : 'FAILED';
      console.log(`${outcome} ${seconds.toFixed(1)}s ${name}${failure && `\n  ${failure}`}`);
    },
  });
  stopping.abort();
  await playing;
  await cluster.stop();

  const results = all.map((spec): Result => {
    const outcome = outcomes.find(({ name }) => name === spec);
    const reason = excluded(spec);
    if (reason !== undefined) return { spec, outcome: 'excluded', reason };
    return {
      spec,
      outcome: outcome?.isPassed ? 'passed' : 'failed',
      reason: outcome?.failure ?? 'did not run',
    };
  });
  if (isUpdate) return writeFile(table, formatResults(results));

  const known = parseResults(await readFile(table, 'utf8'));
  const worse = known.filter(
    ({ spec, outcome }) =>
      outcome === 'passed' &&
      wanted.includes(spec) &&
      !outcomes.some((each) => each.name === spec && each.isPassed),
  );
  console.log(`${outcomes.filter(({ isPassed }) => isPassed).length} of ${wanted.length} specs passed`);
  for (const { spec } of worse) console.log(`results.md lists this spec as passed: ${spec}`);
  if (worse.length > 0) process.exitCode = 1;
}

function excluded(spec: string): string | undefined {
  return exclusions.find(({ specs }) => specs.test(spec))?.reason;
}
