import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { programSources, type Program } from './programs.ts';

const run = promisify(execFile);

export interface GoBuild {
  moduleFolder: string;
  /** The path of the binary. It appears there complete or not at all. */
  target: string;
  env: NodeJS.ProcessEnv;
}

export async function buildProgram(program: Program, { moduleFolder, target, env }: GoBuild): Promise<void> {
  const source = programSources[program];
  const cwd = join(moduleFolder, source.module);
  await goBuild(['build', source.package], { cwd, versionFrom: moduleFolder, target, env }, async () => {
    if (program === 'kwok') await copyStages(cwd, stagesFolder(target), env);
  });
}

export interface GoCommand {
  readonly cwd: string;
  /** The folder of the go.mod with the version of Kubernetes. */
  readonly versionFrom: string;
  /** The path of the binary. It appears there complete or not at all. */
  readonly target: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Builds a package with a command of Go, such as `build` or `test -c`. */
export async function goBuild(
  command: readonly string[],
  { cwd, versionFrom, target, env }: GoCommand,
  beforeDone = async (): Promise<void> => {},
): Promise<void> {
  const unfinished = `${target}.${process.pid}.unfinished`;
  await mkdir(dirname(target), { recursive: true });
  const flags = [
    '-trimpath',
    '-buildvcs=false',
    '-mod=readonly',
    '-ldflags',
    await linkerFlags(versionFrom),
    '-o',
    unfinished,
  ];
  const [what = '', ...rest] = command;
  try {
    await run('go', [what, ...flags, ...rest], {
      cwd,
      env: { ...env, CGO_ENABLED: '0' },
      maxBuffer: 64 * 1024 * 1024,
    });
    await beforeDone();
    await rename(unfinished, target);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** The folder of kwok's stages, which simulate the life of Nodes and Pods; it is next to the binary. */
export function stagesFolder(kwok: string): string {
  return `${kwok}-stages`;
}

const stages = [
  'node/fast/node-initialize',
  'node/heartbeat/node-heartbeat',
  'pod/fast/pod-ready',
  'pod/fast/pod-complete',
  'pod/fast/pod-delete',
];

async function copyStages(cwd: string, target: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { stdout } = await run('go', ['list', '-m', '-f', '{{.Dir}}', 'sigs.k8s.io/kwok'], { cwd, env });
  await mkdir(target, { recursive: true });
  for (const stage of stages) {
    const file = join(stdout.trim(), 'kustomize', 'stage', `${stage}.yaml`);
    await writeFile(join(target, basename(file)), await readFile(file));
  }
}

/** Without its version, kube-apiserver reports v0.0.0 and kubectl warns about it. */
async function linkerFlags(moduleFolder: string): Promise<string> {
  const goMod = await readFile(join(moduleFolder, 'go.mod'), 'utf8');
  const [, version, major, minor] = /\sk8s\.io\/kubernetes (v(\d+)\.(\d+)\.\S+)/.exec(goMod) ?? [];
  if (!version) throw new Error('packages/testing/go/go.mod does not require k8s.io/kubernetes');
  const values = { gitVersion: version, gitMajor: major, gitMinor: minor };
  const settings = Object.entries(values).map(
    ([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`,
  );
  return ['-s', '-w', ...settings].join(' ');
}
