import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrBuildBinary } from './binaries.ts';
import { stagesFolder } from './go-build.ts';
import { GuardedPrograms } from './guarded-programs.ts';
import type { Program } from './programs.ts';

/** This controller is disabled because it requires networks that do not exist here. */
export const allControllers: readonly string[] = ['*', '-node-ipam-controller'];

/** How the controllers of an API server run. */
export interface ControllersOptions {
  /** The binaries to run: any of kube-controller-manager, kube-scheduler and kwok. */
  readonly binaries: Partial<Record<Program, string>>;
  readonly kubeconfig: string;
  /** The controllers of kube-controller-manager. */
  readonly controllers: readonly string[];
  /** The file of the key that signs the tokens of service accounts. */
  readonly serviceAccountKey: string;
}

/** Starts kube-controller-manager, kube-scheduler and kwok, those of which the binaries are given. */
export async function startControllers(
  programs: GuardedPrograms,
  { binaries, kubeconfig, controllers, serviceAccountKey }: ControllersOptions,
): Promise<void> {
  const path = join(programs.folder, 'kubeconfig');
  await writeFile(path, kubeconfig, { mode: 0o600 });
  const controllerManager = binaries['kube-controller-manager'];
  if (controllerManager) {
    await programs.start('kube-controller-manager', controllerManager, [
      `--kubeconfig=${path}`,
      '--leader-elect=false',
      `--controllers=${controllers.join(',')}`,
      `--service-account-private-key-file=${serviceAccountKey}`,
      '--secure-port=0',
    ]);
  }
  const scheduler = binaries['kube-scheduler'];
  if (scheduler) {
    const args = [`--kubeconfig=${path}`, '--leader-elect=false', '--secure-port=0'];
    await programs.start('kube-scheduler', scheduler, args);
  }
  const { kwok } = binaries;
  if (kwok) {
    const stages = await readdir(stagesFolder(kwok));
    await programs.start('kwok', kwok, [
      `--kubeconfig=${path}`,
      '--manage-all-nodes=true',
      ...stages.map((stage) => `--config=${join(stagesFolder(kwok), stage)}`),
    ]);
  }
}

/** The controllers of a cluster, as separate programs. */
export const controllerPrograms: readonly Program[] = ['kube-controller-manager', 'kube-scheduler', 'kwok'];

/** Starts all controllers as clients of an API server that this process serves, and returns how to stop them. */
export async function attachControllers(kubeconfig: string): Promise<() => Promise<void>> {
  const { env } = process;
  const found = controllerPrograms.map(
    async (each) => [each, await findOrBuildBinary(each, { env })] as const,
  );
  const binaries = Object.fromEntries(await Promise.all(found));
  const programs = new GuardedPrograms(await mkdtemp(join(tmpdir(), 'opgen-controllers-')));
  try {
    const serviceAccountKey = join(programs.folder, 'service-account.key');
    await writeFile(serviceAccountKey, newServiceAccountKeys().privateKey, { mode: 0o600 });
    await startControllers(programs, {
      binaries,
      kubeconfig,
      controllers: allControllers,
      serviceAccountKey,
    });
  } catch (error) {
    await programs.stop();
    throw error;
  }
  return () => programs.stop();
}

/** A pair of keys for the tokens of service accounts, as PEM. */
export function newServiceAccountKeys(): { publicKey: string; privateKey: string } {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
