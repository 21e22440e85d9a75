import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { kubeConfigTransport } from '@opgen/runtime/transport';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Handle } from '../../../src/api-server/http/exchange.ts';
import { serve, type ServedEndpoint } from '../../../src/api-server/http/serve.ts';
import { jsonResponse } from '../../../src/api-server/serving/request.ts';

const run = promisify(execFile);
const kubectlIsHere = await run('kubectl', ['version', '--client']).then(
  () => true,
  () => false,
);

/** Returns the user of the request. */
const whoAmI: Handle = async ({ user }) => jsonResponse(200, { user: user.name });

async function served(tls: boolean): Promise<ServedEndpoint> {
  const endpoint = await serve({ handle: whoAmI }, { tls });
  onTestFinished(() => endpoint.close());
  return endpoint;
}

describe.each([
  ['HTTPS', true],
  ['plain HTTP', false],
])('over %s', (_scheme, tls) => {
  it('treats a client with the kubeconfig as administrator', async () => {
    const { kubeconfig } = await served(tls);
    const transport = await kubeConfigTransport({ text: kubeconfig });
    onTestFinished(() => transport.close());
    const response = await transport.request({ method: 'GET', path: '/' });
    expect(JSON.parse(await response.text())).toEqual({ user: 'kubernetes-admin' });
  });

  it.skipIf(!kubectlIsHere)('is accepted by kubectl', async () => {
    const { kubeconfig } = await served(tls);
    const folder = await mkdtemp(join(tmpdir(), 'opgen-serve-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'kubeconfig');
    await writeFile(file, kubeconfig);
    const { stdout } = await run('kubectl', ['--kubeconfig', file, 'get', '--raw', '/']);
    expect(JSON.parse(stdout)).toEqual({ user: 'kubernetes-admin' });
  });
});

it('listens on the given port', async () => {
  const first = await serve({ handle: whoAmI });
  await first.close();
  const again = await serve({ handle: whoAmI }, { port: Number(new URL(first.url).port) });
  await again.close();
  expect(again.url).toBe(first.url);
  expect(again.kubeconfig).not.toBe(first.kubeconfig);
});
