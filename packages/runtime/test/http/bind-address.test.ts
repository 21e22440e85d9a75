import { expect, test } from 'vitest';
import { parseBindAddress } from '../../src/http/bind-address.ts';

test.each([
  [':8081', { host: undefined, port: 8081 }],
  ['127.0.0.1:0', { host: '127.0.0.1', port: 0 }],
  ['[::1]:8081', { host: '::1', port: 8081 }],
  ['0', undefined],
  ['', undefined],
])('%j', (text, address) => {
  expect(parseBindAddress(text)).toEqual(address);
});

test.each(['8081', 'localhost', ':70000', '::1:8081'])('rejects %j', (text) => {
  expect(() => parseBindAddress(text)).toThrow('invalid bind address');
});
