import { expect, test } from 'vitest';
import { proxyFor } from '../../src/transport/proxy.ts';

const proxy = 'http://proxy:3128';

test.each([
  ['uses no proxy by default', 'https://api.example.com:6443', {}, undefined],
  ['uses HTTPS_PROXY for HTTPS', 'https://api.example.com', { HTTPS_PROXY: proxy }, proxy],
  ['accepts lower-case variables', 'https://api.example.com', { https_proxy: proxy }, proxy],
  [
    'uses HTTP_PROXY for HTTP',
    'http://api.example.com',
    { HTTPS_PROXY: 'http://other', HTTP_PROXY: proxy },
    proxy,
  ],
  ['accepts a proxy without a scheme', 'https://api.example.com', { HTTPS_PROXY: 'proxy:3128' }, proxy],
  ['ignores an empty variable', 'https://api.example.com', { HTTPS_PROXY: '' }, undefined],
  ['localhost', 'https://localhost:6443', { HTTPS_PROXY: proxy }, undefined],
  ['127.0.0.1', 'https://127.0.0.1:6443', { HTTPS_PROXY: proxy }, undefined],
  ['::1', 'https://[::1]:6443', { HTTPS_PROXY: proxy }, undefined],
])('%s', (_, server, environment, expected) => {
  expect(proxyFor(server, environment)).toBe(expected);
});

test.each([
  ['*', 'https://api.example.com', true],
  ['api.example.com', 'https://api.example.com', true],
  ['example.com', 'https://api.example.com', true],
  ['.example.com', 'https://api.example.com', true],
  ['.example.com', 'https://example.com', false],
  ['ample.com', 'https://example.com', false],
  ['other, api.example.com', 'https://api.example.com', true],
  ['api.example.com:6443', 'https://api.example.com:6443', true],
  ['api.example.com:6443', 'https://api.example.com', false],
  ['10.96.0.1', 'https://10.96.0.1', true],
  ['10.0.0.0/8', 'https://10.96.0.1', true],
  ['10.0.0.0/8', 'https://11.0.0.1', false],
  ['10.0.0.0/99', 'https://10.96.0.1', false],
  ['fd00::/8', 'https://[fd00::1]', true],
  ['fd00::1', 'https://[fd00::1]', true],
  ['', 'https://api.example.com', false],
])('NO_PROXY=%s keeps %s direct: %s', (excluded, server, direct) => {
  const environment = { HTTPS_PROXY: proxy, NO_PROXY: excluded };
  expect(proxyFor(server, environment)).toBe(direct ? undefined : proxy);
});
