import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contextOf, kubeConfigOf, mergeKubeConfigs } from '../../../src/transport/kube-config/kube-config.ts';
import { parseKubeConfig } from '../../../src/transport/kube-config/read-kube-config.ts';

const file = join('/', 'home', 'jane', '.kube', 'config');

function user(entry: object): object {
  return kubeConfigOf({ users: [{ name: 'jane', user: entry }] }, file).users.get('jane') ?? {};
}

function exec(command: string): object {
  return { exec: { apiVersion: 'client.authentication.k8s.io/v1', command } };
}

describe('resolves paths relative to the kubeconfig', () => {
  it.each([
    ['a certificate beside it', { 'client-certificate': 'jane.crt' }, 'client-certificate', 'jane.crt'],
    ['a key below it', { 'client-key': 'keys/jane.key' }, 'client-key', 'keys/jane.key'],
    ['a token above it', { tokenFile: '../token' }, 'tokenFile', '../token'],
  ])('%s', (_, entry, key, path) => {
    expect(user(entry)).toEqual({ [key]: join('/', 'home', 'jane', '.kube', path) });
  });

  it('resolves the path of a plugin, but not a command found in PATH', () => {
    expect(user(exec('bin/login'))).toEqual(exec(join('/', 'home', 'jane', '.kube', 'bin', 'login')));
    expect(user(exec('kubelogin'))).toEqual(exec('kubelogin'));
  });
});

describe('rejects an invalid kubeconfig', () => {
  it.each([
    ['a list', [], `${file} is not a kubeconfig: expected a YAML mapping`],
    ['users that are not a list', { users: {} }, `${file}: users must be a list`],
    ['a user without a name', { users: [{}] }, `${file}: every entry of users needs a name`],
    [
      'a user that is a string',
      { users: [{ name: 'jane', user: 'x' }] },
      `${file}: the user of jane must be a mapping`,
    ],
  ])('%s', (_, value, message) => {
    expect(() => kubeConfigOf(value, file)).toThrow(message);
  });

  it('text that is not YAML', async () => {
    await expect(parseKubeConfig('a: b: c', file)).rejects.toThrow(`${file} is not a kubeconfig: `);
  });

  it('no current context', () => {
    const config = kubeConfigOf({ contexts: [{ name: 'a' }, { name: 'b' }] }, file);
    expect(() => contextOf(config)).toThrow('no current-context; contexts: a, b');
  });

  it('a missing user', () => {
    const config = kubeConfigOf(
      {
        contexts: [{ name: 'a', context: { cluster: 'a', user: 'jane' } }],
        clusters: [{ name: 'a', cluster: { server: 'https://api.example.com' } }],
      },
      file,
    );
    expect(() => contextOf(config, 'a')).toThrow('no user jane, which context a refers to');
  });
});

it('the first file that defines an entry wins', () => {
  const [first, second] = ['first', 'second'].map((token) => ({
    users: [{ name: 'jane', user: { token } }],
  }));
  const merged = mergeKubeConfigs([
    kubeConfigOf(first, file),
    kubeConfigOf({ ...second, 'current-context': 'late' }, file),
  ]);
  expect(merged.users.get('jane')).toEqual({ token: 'first' });
  expect(merged.currentContext).toBe('late');
});
