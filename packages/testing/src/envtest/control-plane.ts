import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { auditFlags } from './audit-policy.ts';
import { allControllers, newServiceAccountKeys, startControllers } from './controllers.ts';
import { freePorts } from './free-ports.ts';
import { GuardedPrograms, type RunningProgram } from './guarded-programs.ts';
import { kubeconfigFor, type Endpoint } from '../endpoint.ts';
import type { Program } from './programs.ts';

const startTimeout = 60_000;
const attempts = 3;

/** The binaries to run: always etcd and kube-apiserver, the others if given. */
export type Binaries = Record<'etcd' | 'kube-apiserver', string> & Partial<Record<Program, string>>;

export interface ControlPlaneOptions {
  /** The controllers of kube-controller-manager. Default: all. */
  readonly controllers?: readonly string[];
  /** Whether kube-apiserver writes an audit log to `folder`. Default: no. */
  readonly audit?: boolean;
}

export interface ControlPlane {
  /** A temporary folder with all files of the programs. */
  folder: string;
  endpoint: Endpoint;
  etcd: RunningProgram;
  apiServer: RunningProgram;
  /** The URL of etcd, which needs no credentials. */
  etcdUrl: string;
  /** The files of the API server's serving certificate and key. */
  servingCertificate: { readonly certificate: string; readonly key: string };
  /** Resolves once the API server answers after a restart. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

/** The controllers that the embedded server has too: they clean up, count the usage of quotas, and create nothing. */
export const cleaningControllers: readonly string[] = [
  'garbage-collector-controller',
  'namespace-controller',
  'persistentvolume-protection-controller',
  'persistentvolumeclaim-protection-controller',
  'resourcequota-controller',
];

/**
 * Starts etcd and kube-apiserver on ports of the loopback address, waits until the API server is ready, then starts
 * the controllers, the scheduler and kwok if their binaries are given.
 */
export async function startControlPlane(
  binaries: Binaries,
  { controllers = allControllers, audit = false }: ControlPlaneOptions = {},
): Promise<ControlPlane> {
  for (let attempt = 1; ; attempt++) {
    const programs = new GuardedPrograms(await mkdtemp(join(tmpdir(), 'opgen-control-plane-')));
    try {
      const started = await startApiServer(programs, binaries, audit);
      await startControllers(programs, {
        binaries,
        kubeconfig: kubeconfigFor(started.endpoint),
        controllers,
        serviceAccountKey: join(programs.folder, 'service-account.key'),
      });
      return { ...started, stop: () => programs.stop() };
    } catch (error) {
      await programs.stop();
      // Another process may have taken a port since we chose it; try again with other ports.
      const portTaken = error instanceof Error && /address already in use/.test(error.message);
      if (!portTaken || attempt === attempts) throw error;
    }
  }
}

async function startApiServer(
  programs: GuardedPrograms,
  binaries: Binaries,
  audit: boolean,
): Promise<Omit<ControlPlane, 'stop'>> {
  const { folder } = programs;
  const [etcdPort, securePort] = await freePorts(2);
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const etcd = await programs.start('etcd', binaries.etcd, [
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=${etcdUrl}`,
    `--advertise-client-urls=${etcdUrl}`,
    '--listen-peer-urls=http://127.0.0.1:0',
    '--unsafe-no-fsync',
    '--log-level=error',
  ]);

  const serviceAccountKeys = newServiceAccountKeys();
  const token = randomBytes(24).toString('hex');
  const file = async (name: string, content: string): Promise<string> => {
    await writeFile(join(folder, name), content, { mode: 0o600 });
    return join(folder, name);
  };
  const certificates = join(folder, 'certificates');
  const apiServer = await programs.start('kube-apiserver', binaries['kube-apiserver'], [
    `--etcd-servers=${etcdUrl}`,
    `--cert-dir=${certificates}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${securePort}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${await file('service-account.pub', serviceAccountKeys.publicKey)}`,
    `--service-account-signing-key-file=${await file('service-account.key', serviceAccountKeys.privateKey)}`,
    `--token-auth-file=${await file('tokens.csv', `${token},admin,admin,"system:masters"\n`)}`,
    '--authorization-mode=RBAC',
    // Without controllers no ServiceAccounts exist, and this admission plugin would reject all Pods.
    '--disable-admission-plugins=ServiceAccount',
    '--service-cluster-ip-range=10.0.0.0/24',
    '--allow-privileged=true',
    ...(audit ? await auditFlags(folder) : []),
  ]);

  const servingCertificate = {
    certificate: join(certificates, 'apiserver.crt'),
    key: join(certificates, 'apiserver.key'),
  };
  const url = `https://127.0.0.1:${securePort}`;
  const ready = (): Promise<Endpoint> =>
    untilReady(url, token, servingCertificate.certificate, [etcd, apiServer]);
  const endpoint = await ready();
  return {
    folder,
    endpoint,
    etcd,
    apiServer,
    etcdUrl,
    servingCertificate,
    ready: async () => void (await ready()),
  };
}

/** The certificate file contains the serving certificate followed by its issuer. */
async function untilReady(
  url: string,
  token: string,
  certificateFile: string,
  programs: readonly RunningProgram[],
): Promise<Endpoint> {
  const deadline = Date.now() + startTimeout;
  while (Date.now() < deadline) {
    for (const program of programs) await program.mustBeRunning();
    const ca = await readFile(certificateFile, 'utf8').catch(() => undefined);
    if (ca && (await isReady({ url, ca, token }))) return { url, ca, token };
    await delay(50);
  }
  throw new Error(`kube-apiserver was not ready after ${startTimeout / 1000} s`);
}

async function isReady({ url, ca, token }: Endpoint): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve) => {
    request(`${url}/readyz`, { ca, headers, agent: false, timeout: 5_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    })
      .on('error', () => resolve(false))
      .end();
  });
}
