import type { IncomingMessage, RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { urlToHttpOptions } from 'node:url';
import { http, https } from '../http/node-http.ts';
import { openSocksTunnel } from './socks-tunnel.ts';

/** Opens a connection to a server, `host:port`, through an HTTP or SOCKS5 proxy. */
export function openTunnel(proxyUrl: string, target: string, timeout: number): Promise<Socket> {
  const proxy = new URL(proxyUrl);
  const open = proxy.protocol.startsWith('socks') ? openSocksTunnel : openHttpTunnel;
  return open(proxy, target, timeout);
}

function openHttpTunnel(proxy: URL, target: string, timeout: number): Promise<Socket> {
  const options: RequestOptions = {
    // Its `auth` would become an Authorization header; a proxy reads Proxy-Authorization.
    ...urlToHttpOptions(proxy),
    auth: null,
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...proxyAuthorization(proxy) },
    agent: false,
    timeout,
  };
  return new Promise((resolve, reject) => {
    const request = (proxy.protocol === 'https:' ? https : http).request(options);
    const refused = ({ statusCode }: IncomingMessage): void => {
      request.destroy();
      reject(new Error(`proxy ${proxy.host} answered CONNECT ${target} with ${statusCode}`));
    };
    request.on('connect', (response, socket: Socket) => {
      if (response.statusCode !== 200) return refused(response);
      socket.setTimeout(0);
      resolve(socket);
    });
    request.on('response', refused);
    request.on('timeout', () => {
      request.destroy(new Error(`proxy ${proxy.host} did not respond within ${timeout / 1000} s`));
    });
    request.on('error', reject);
    request.end();
  });
}

function proxyAuthorization({ username, password }: URL): { 'proxy-authorization'?: string } {
  if (username === '') return {};
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` };
}
