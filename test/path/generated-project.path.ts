/** Runs the steps of the workflows and of the Dockerfile of a generated project. */
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { eventually, startCluster } from '@opgen/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { Walk } from './walk.ts';

let walk: Walk;

beforeAll(async () => {
  walk = new Walk();
  await walk.installOpgen();
  await walk.run('npx opgen init --domain example.com --project-name memcached-operator');
  await walk.run('npx opgen create api --group cache --version v1alpha1 --kind Memcached');
  await walk.run('npx opgen create webhook --version v1alpha1 --kind Memcached --validation');
  await walk.run('npx opgen manifests');
});

afterAll(() => walk.remove());

interface Workflow {
  jobs: Record<string, { steps: { run?: string; uses?: string }[] }>;
}

describe('the workflows', () => {
  // The workflow for end-to-end tests needs a container engine.
  test.each(['lint.yml', 'test.yml'])('%s passes on a generated project', async (name) => {
    const { jobs } = parse(walk.read(`.github/workflows/${name}`)) as Workflow;
    const lines = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) await walk.run(line);
  });

  test('pin every action to a commit', () => {
    const uses = readdirSync(join(walk.folder, '.github/workflows')).flatMap((name) => {
      const { jobs } = parse(walk.read(`.github/workflows/${name}`)) as Workflow;
      return Object.values(jobs).flatMap(({ steps }) => steps.flatMap((step) => step.uses ?? []));
    });
    expect(uses.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });
});

/** The instructions of a stage. */
function linesOf(stage = ''): string[] {
  return stage.split('\n').filter((line) => /^[A-Z]+ /.test(line));
}

/** Executes the instructions of a stage in a folder that stands for its file system. */
async function buildStage(lines: readonly string[], folder: string): Promise<void> {
  mkdirSync(folder);
  for (const line of lines) {
    const [instruction = '', ...words] = line.split(/\s+/).filter((word) => !word.startsWith('--mount'));
    if (instruction === 'COPY') {
      const target = words.at(-1) ?? '.';
      for (const source of words.slice(0, -1)) {
        const to = target === './' ? join(folder, source) : join(folder, target);
        cpSync(join(walk.folder, source), to, { recursive: true });
      }
    }
    if (instruction === 'RUN')
      await execa(words[0] ?? '', words.slice(1), { cwd: folder, env: walk.env, extendEnv: false });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

test('the image of the Dockerfile starts, becomes healthy, and stops immediately on SIGTERM', async () => {
  const stages = walk
    .read('Dockerfile')
    .split(/^FROM .*$/m)
    .slice(1);
  const workspace = join(walk.home, 'workspace');
  await buildStage(linesOf(stages[0]), workspace);

  // The last stage contains only the bundle.
  const image = join(walk.home, 'image');
  mkdirSync(image);
  const copied = linesOf(stages[1]).find((line) => line.startsWith('COPY')) ?? '';
  for (const path of copied.match(/\/workspace\/\S+/g) ?? []) {
    const name = path.replace('/workspace/', '');
    cpSync(join(workspace, name), join(image, name.split('/').at(-1) ?? ''));
  }
  const command = /^CMD (.*)$/m.exec(stages[1] ?? '')?.[1] ?? '[]';
  const words = (JSON.parse(command) as string[]).map((word) =>
    word.startsWith('/') ? join(image, word) : word,
  );

  await using cluster = await startCluster({ crds: join(walk.folder, 'config/crd/bases') });
  walk.use((await cluster.serve()).kubeconfig);
  const port = await freePort();
  const flags = [`--health-probe-bind-address=127.0.0.1:${port}`, '--webhook-bind-address=0'];
  const operator = walk.start(['node', ...words, ...flags].join(' '));
  await eventually(
    async () => {
      for (const probe of ['healthz', 'readyz'])
        expect((await fetch(`http://127.0.0.1:${port}/${probe}`)).status, operator.output).toBe(200);
    },
    { timeout: 30_000 },
  );
  expect(await operator.stop()).toBe(0);
});
