import { request } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ActionHandlers } from '../../../src/dev/page/object-actions.ts';
import { PageServer } from '../../../src/dev/page/page-server.ts';
import { PageState } from '../../../src/dev/page/page-state.ts';

const html = '<!doctype html><style>a{}</style><script type="module">start()</script>';
const cluster = { url: 'https://127.0.0.1:6443', version: 'v1.36.0', simulated: false };

let server: PageServer;

beforeEach(async () => {
  const actions = {
    past: async ({ moment }: { moment: number }) => {
      throw new Error(`no moment ${moment}`);
    },
    delete: async () => null,
  } as unknown as ActionHandlers;
  const state = new PageState({ project: 'shop', cluster }, () => new Date());
  server = new PageServer({ html, state, actions });
  await server.start();
});
afterEach(() => server.stop());

interface Answer {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: string;
}

/** fetch would not send a host of our choice. */
function send(
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: string } = {},
): Promise<Answer> {
  const { port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, headers: { ...headers } };
    const sent = request(options, (response) => {
      let text = '';
      const answer = (): void =>
        resolve({ status: response.statusCode, headers: response.headers, body: text });
      response.on('data', (chunk) => {
        text += String(chunk);
        if (response.headers['content-type'] === 'text/event-stream') {
          answer();
          sent.destroy();
        }
      });
      response.on('end', answer);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const authorization = (): { authorization: string } => ({
  authorization: `Bearer ${new URL(server.url).hash.slice(1)}`,
});
const origin = (): string => new URL(server.url).origin;

test('the page contains no data, and may run only its own script', async () => {
  const { body, headers, status } = await send('/');
  expect(status).toBe(200);
  expect(body).toBe(html);
  expect(headers['content-security-policy']).toMatch(
    /default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'/,
  );
});

test('data and actions require the token', async () => {
  for (const headers of [{}, { authorization: 'Bearer wrong' }, { cookie: 'token' }]) {
    expect((await send('/stream', { headers })).status).toBe(401);
    expect((await send('/actions/delete', { method: 'POST', headers, body: '{}' })).status).toBe(401);
  }
  const { body, status } = await send('/stream', { headers: authorization() });
  expect(status).toBe(200);
  expect(JSON.parse(body.replace('data: ', ''))).toMatchObject({ snapshot: { project: 'shop', cluster } });
});

test('requests to other hosts and from other pages are refused', async () => {
  const rebound = { ...authorization(), host: 'attacker.example.com' };
  expect((await send('/', { headers: rebound })).status).toBe(403);
  expect((await send('/stream', { headers: rebound })).status).toBe(403);
  const foreign = { ...authorization(), origin: 'https://attacker.example.com' };
  expect((await send('/actions/delete', { method: 'POST', headers: foreign, body: '{}' })).status).toBe(403);
  const same = { ...authorization(), origin: origin() };
  expect((await send('/actions/delete', { method: 'POST', headers: same, body: '{}' })).status).toBe(200);
});

test('actions are requests with POST, and report their errors', async () => {
  const headers = authorization();
  expect((await send('/actions/delete', { headers })).status).toBe(404);
  expect((await send('/actions/toString', { method: 'POST', headers, body: '{}' })).status).toBe(404);
  expect(await send('/actions/past', { method: 'POST', headers, body: '{"moment":3}' })).toMatchObject({
    status: 422,
    body: '{"error":"no moment 3"}',
  });
  const large = ' '.repeat(5 * 1_048_576);
  expect((await send('/actions/past', { method: 'POST', headers, body: large })).status).toBe(413);
});
