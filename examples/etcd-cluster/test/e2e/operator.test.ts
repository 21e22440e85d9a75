// SPDX-License-Identifier: Apache-2.0

import { spawn, spawnSync } from 'node:child_process';
import { get } from 'node:https';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';

const project = 'etcd-cluster';
const namespace = 'etcd-cluster-system';

// `make test-e2e` sets E2E. It needs a cluster in which `make deploy` has deployed the operator.
describe.skipIf(process.env['E2E'] !== 'true')('the deployed operator', () => {
  test('becomes ready, and one of its replicas leads', () => {
    const output = kubectl('rollout', 'status', `deployment/${project}-controller-manager`, '--timeout=120s');
    expect(output).toContain('successfully rolled out');
    const holder = kubectl('get', 'lease', `${project}-leader`, '--output=jsonpath={.spec.holderIdentity}');
    expect(holder).not.toBe('');
  }, 130_000);

  test('serves metrics over TLS that can be verified, and only to those who may read them', async () => {
    const account = `${project}-controller-manager`;
    const binding = `${project}-metrics-reader-e2e`;
    onTestFinished(() => void kubectl('delete', 'clusterrolebinding', binding, '--ignore-not-found'));
    const port = await forwardTo(`service/${project}-metrics-service`, 8443);
    const token = kubectl('create', 'token', account).trim();
    expect(await metricsStatus(port)).toBe(401);
    expect(await metricsStatus(port, token)).toBe(403);

    const role = `--clusterrole=${project}-metrics-reader`;
    kubectl('create', 'clusterrolebinding', binding, role, `--serviceaccount=${namespace}:${account}`);
    await expect.poll(() => metricsStatus(port, token), { timeout: 60_000 }).toBe(200);
  }, 120_000);
});

/** Runs kubectl on the cluster of the current context. */
function kubectl(...args: string[]): string {
  const all = [...args, '--namespace', namespace];
  const { error, status, stderr, stdout } = spawnSync('kubectl', all, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`, { cause: error });
  return stdout;
}

/** Forwards a local port to the cluster until the test ends. */
async function forwardTo(target: string, port: number): Promise<number> {
  const forward = spawn('kubectl', ['port-forward', target, `:${port}`, '--namespace', namespace]);
  onTestFinished(() => void forward.kill());
  for await (const line of createInterface({ input: forward.stdout })) {
    const opened = /127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (opened !== undefined) return Number(opened);
  }
  throw new Error(`kubectl port-forward ${target} ended`);
}

/** The response of the metrics endpoint; its certificate is verified. */
async function metricsStatus(port: number, token?: string): Promise<number | undefined> {
  const field = String.raw`--output=jsonpath={.data.ca\.crt}`;
  const authority = kubectl('get', 'secret', `${project}-certificates`, field);
  const options = {
    host: '127.0.0.1',
    port,
    path: '/metrics',
    ca: Buffer.from(authority, 'base64'),
    servername: `${project}-metrics-service.${namespace}.svc`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  };
  return new Promise((resolve, reject) => {
    get(options, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}
