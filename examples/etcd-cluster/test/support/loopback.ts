// SPDX-License-Identifier: Apache-2.0

import { createServer } from 'node:net';
import { once } from 'node:events';

/** Gives each DNS name and port of the cluster a port of the loopback address, as a cluster's network would an IP. */
export class Loopback {
  readonly #ports = new Map<string, Promise<number>>();
  readonly #names = new Map<string, string>();

  /** Replaces the DNS names in a text by loopback addresses. */
  async toLoopback(text: string): Promise<string> {
    for (const [url, name = '', port = ''] of new Set([...text.matchAll(inCluster)].map((match) => match))) {
      text = text.replaceAll(url, await this.addressOf(name, Number(port)));
    }
    return text;
  }

  /** The other way around, for what etcd answers. */
  toNames(text: string): string {
    for (const [address, name] of this.#names) text = text.replaceAll(address, name);
    return text;
  }

  /** The URL at which a name and port are reached. */
  async addressOf(name: string, port: number): Promise<string> {
    const url = `http://${name}:${port}`;
    let local = this.#ports.get(url);
    if (local === undefined) this.#ports.set(url, (local = freePort()));
    const address = `http://127.0.0.1:${await local}`;
    this.#names.set(address, url);
    return address;
  }

  /** `fetch` for an operator that uses the DNS names of the cluster. */
  readonly fetch: typeof fetch = async (input, init) => {
    const url = await this.toLoopback(String(input));
    const body = typeof init?.body === 'string' ? await this.toLoopback(init.body) : null;
    const response = await fetch(url, { ...init, body });
    return new Response(this.toNames(await response.text()), { status: response.status });
  };
}

const inCluster = /http:\/\/([\w-]+(?:\.[\w-]+)*\.svc):(\d+)/g;

/** A port below those that the kernel gives to outgoing connections, so nothing takes it until it is used. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
