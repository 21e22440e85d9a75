// SPDX-License-Identifier: Apache-2.0

import { createServer } from 'node:http';
import { createClient } from '@opgen/runtime';
import { kubeConfigTransport } from '@opgen/runtime/transport';
import { Containers } from '../support/containers.ts';
import { fakeEtcd } from '../support/fake-etcd.ts';

// Plays etcd for the Pods of `opgen dev`, in which no container runs, and serves the gateway to them.
const port = 2399;
const runner = fakeEtcd();
const containers = new Containers({ client: createClient(await kubeConfigTransport()), runner });

createServer(async (request, response) => {
  const body = (await request.setEncoding('utf8').toArray()).join('');
  const init = request.method === 'POST' ? { method: 'POST', body } : {};
  const answer = await runner.fetch(`http:/${request.url}`, init).catch(() => undefined);
  response.writeHead(answer?.status ?? 502).end(await answer?.text());
}).listen(port, '127.0.0.1', () => console.log(`etcd gateway at http://127.0.0.1:${port}`));

for (;;) {
  await containers.sync().catch((error: unknown) => console.error(error));
  await new Promise((resolve) => setTimeout(resolve, 500));
}
