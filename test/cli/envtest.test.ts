import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownPlatform } from '../../src/envtest/platform.ts';
import { temporaryFolder } from '../support/folder.ts';
import { runCli } from '../support/run-cli.ts';

const { os, arch } = ownPlatform();
let server: Server;
let url = '';

/** An archive with programs that do nothing. */
function archive(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'opgen-test-'));
  mkdirSync(join(folder, 'controller-tools/envtest'), { recursive: true });
  for (const name of ['kube-apiserver', 'etcd', 'kubectl'])
    writeFileSync(join(folder, 'controller-tools/envtest', name), '#!/bin/sh\n', { mode: 0o755 });
  execFileSync('tar', ['-czf', 'archive.tar.gz', 'controller-tools'], { cwd: folder });
  const content = readFileSync(join(folder, 'archive.tar.gz'));
  rmSync(folder, { recursive: true });
  return content;
}

beforeAll(async () => {
  const content = archive();
  const hash = createHash('sha512').update(content).digest('hex');
  server = createServer((request, response) => {
    if (request.url!.endsWith('.gz')) return void response.end(content);
    const releases = Object.fromEntries(
      ['1.33.0', '1.34.9', '1.34.10', '1.35.0-rc.0', '1.99.0'].map((version) => {
        const name = `envtest-v${version}-${os}-${arch}.tar.gz`;
        const given = version === '1.99.0' ? 'f'.repeat(128) : hash;
        return [`v${version}`, { [name]: { hash: given, selfLink: `${url}/${name}` } }];
      }),
    );
    response.end(JSON.stringify({ releases }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => void server.close());

function envtest(folder: string, ...args: string[]) {
  return runCli(folder, ['envtest', ...args], { env: { XDG_CACHE_HOME: folder } });
}

describe.skipIf(process.platform === 'win32')('opgen envtest', () => {
  test('downloads the newest patch once, and prints where it is', async () => {
    const folder = temporaryFolder();
    const path = join(folder, `opgen/envtest/1.34.10-${os}-${arch}`);
    const first = await envtest(folder, 'use', '1.34', '--print', 'path', '--index', url);
    expect(first).toMatchObject({ exitCode: 0, stdout: `${path}\n` });
    expect(readdirSync(path).toSorted()).toEqual(['etcd', 'kube-apiserver', 'kubectl']);
    // Without the network.
    const second = await envtest(folder, 'use', 'v1.34.x', '-i', '-p', 'env');
    expect(second.stdout).toBe(`export KUBEBUILDER_ASSETS='${path}'\n`);
    const third = await envtest(folder, 'use', '-i', '--json');
    expect(JSON.parse(third.stdout)).toMatchObject({ data: { version: '1.34.10', path, os, arch } });
  });

  test('lists versions, and deletes them', async () => {
    const folder = temporaryFolder();
    await envtest(folder, 'use', '1.34.9', '--index', url);
    await envtest(folder, 'use', '1.33', '--index', url);
    const { stdout } = await envtest(folder, 'list', '--index', url);
    expect(stdout.split('\n').map((line) => line.replace(`  ${os}/${arch}`, ''))).toEqual([
      'available  1.99.0',
      'available  1.34.10',
      'installed  1.34.9',
      'installed  1.33.0',
      '',
    ]);
    expect((await envtest(folder, 'cleanup', '1.34')).stdout).toMatch(/^deleted .*1\.34\.9/);
    expect((await envtest(folder, 'list', '-i')).stdout).toBe(`installed  1.33.0  ${os}/${arch}\n`);
    await envtest(folder, 'cleanup');
    expect((await envtest(folder, 'cleanup')).stdout).toBe('nothing to delete\n');
  });

  test('uses KUBEBUILDER_ASSETS if it contains an API server', async () => {
    const folder = temporaryFolder();
    const assets = (await envtest(folder, 'use', '1.33', '-p', 'path', '--index', url)).stdout.trim();
    const env = { XDG_CACHE_HOME: temporaryFolder(), KUBEBUILDER_ASSETS: assets };
    const { stdout } = await runCli(folder, ['envtest', 'use', '-i', '-p', 'path'], { env });
    expect(stdout.trim()).toBe(assets);
  });

  test('refuses an archive with another checksum, and keeps nothing of it', async () => {
    const folder = temporaryFolder();
    const { exitCode, stderr } = await envtest(folder, 'use', '1.99.0', '--index', url);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('but the index says ffff');
    expect(existsSync(join(folder, 'opgen/envtest'))).toBe(false);
  });

  test.each([
    [['use', '1.34', '-i'], 'Kubernetes 1.34 for'],
    [['use', '1.2', '--index'], 'the index has no Kubernetes 1.2'],
    [['use', '--index', 'http://127.0.0.1:1/index.yaml'], 'cannot download http://127.0.0.1:1/index.yaml: '],
  ])('%j is an error with a hint', async (args, message) => {
    const given = args.at(-1) === '--index' ? [...args, url] : args;
    const { exitCode, stderr } = await envtest(temporaryFolder(), ...given);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`OPG4018 ${message}`);
    expect(stderr).toContain('hint: ');
  });
});
