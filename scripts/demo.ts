/**
 * Shows the main workflow: creates a project in an empty folder, and runs the operator.
 *
 *     npm run demo                      on the embedded API server: no cluster, no container
 *     npm run demo:picture              the same, and writes the recording to docs/demo.svg
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs, styleText, stripVTControlCharacters } from 'node:util';
import { eventually, startCluster } from '@opgen/testing';
import { systemClock } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { Walk } from '../test/path/walk.ts';
import { terminalPicture, type TerminalLine } from './terminal-picture.ts';

for (const tool of ['make', 'kubectl']) {
  if (spawnSync(tool, ['--help']).error === undefined) continue;
  console.error(`the demo runs ${tool}, which is not on the PATH; npm test needs neither make nor kubectl`);
  process.exit(1);
}

const { values: flags } = parseArgs({ options: { picture: { type: 'string' } } });
const key = { name: 'demoapplication-sample', namespace: 'default' };

/** The number of last lines to show of a command with much output. */
const lastLines = 10;

const shown: TerminalLine[] = [];
let pending: string[] = [];

const walk = new Walk({
  print: (printed, of) => {
    const text = stripVTControlCharacters(printed).replaceAll(walk.home, '~');
    // Warnings about the npm configuration of this machine are not part of the demo.
    if (text.startsWith('npm warn')) return;
    if (of === 'output') return void pending.push(text);
    flush();
    say({ text, of: 'command' });
  },
});

function flush(): void {
  const lines = pending.filter((line) => line.trim() !== '');
  pending = [];
  for (const text of lines.slice(-lastLines)) say({ text, of: 'output' });
}

function say(line: TerminalLine): void {
  shown.push(line);
  const styled = {
    note: ['dim', `# ${line.text}`],
    command: ['bold', `$ ${line.text}`],
    output: ['reset', line.text],
  } as const;
  const [style, text] = styled[line.of];
  console.log(line.of === 'output' ? text : `${line.of === 'note' ? '\n' : ''}${styleText(style, text)}`);
}

const note = (text: string): void => {
  flush();
  say({ text, of: 'note' });
};

note('opgen, packed and installed as from the registry; an empty folder');
await walk.installOpgen();
await walk.run('npx opgen init --domain paas.example.com');
await walk.run(
  'npx opgen create api --group demo --version v1alpha1 --kind DemoApplication --resource --controller',
);

note('write the type and the reconciler');
walk.edit();
await walk.run('npx opgen manifests');
await walk.run('npm test');

note('run it on a cluster inside this process: no container, and Pods that are simulated');
await using cluster = await startCluster({ workloads: true, clock: systemClock });
walk.use((await cluster.serve()).kubeconfig);
await walk.run('make install');
const operator = walk.start('make run');
await eventually(
  () => {
    if (!/starting workers/.test(operator.output))
      throw new Error(`the operator did not start:\n${operator.output}`);
  },
  { timeout: 60_000 },
);

await walk.run('kubectl apply -f config/samples/demo_v1alpha1_demoapplication.yaml');
await ready();
await walk.run('kubectl get demoapplications,deployments,pods,services');

note('delete a Pod: another takes its place');
const [pod] = (await cluster.client.list(Pod, { namespace: key.namespace })).items;
await walk.run(`kubectl delete pod ${pod?.metadata.name ?? ''}`);
await ready();
await walk.run('kubectl get pods');

note('break it by hand: the operator repairs it');
await walk.run(`kubectl scale deployment ${key.name} --replicas=7`);
await eventually(async () => {
  const { spec } = await cluster.client.get(Deployment, key);
  if (spec.replicas !== 2) throw new Error(`the Deployment still asks for ${spec.replicas} replicas`);
});
await ready();
await walk.run(`kubectl get deployment ${key.name}`);

note('delete the resource: its objects are garbage collected');
await walk.run('kubectl delete -f config/samples/demo_v1alpha1_demoapplication.yaml');
await cluster.settled();
await walk.run('kubectl get deployments,pods');
await operator.stop();
flush();
walk.remove();

if (flags.picture !== undefined) {
  writeFileSync(flags.picture, terminalPicture(shown));
  console.log(`\n${flags.picture} shows this run`);
}

async function ready(): Promise<void> {
  await eventually(async () => {
    const { status } = await cluster.client.get(Deployment, key);
    if (status?.readyReplicas !== 2 || status.replicas !== 2)
      throw new Error(`${status?.readyReplicas ?? 0} of ${status?.replicas ?? 0} Pods are ready, not 2`);
  });
}
