/** `opgen dev` as users run it: the built command line, a project, and separate processes. */
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { isBuilt, runBuilt } from '../support/built-cli.ts';
import { Development, hasTerminals } from '../support/development.ts';
import { temporaryFolder, writeFolder } from '../support/folder.ts';

const controllers = {
  'first-operator': 'src/controllers/demo/demo-application.controller.ts',
  'postgres-backup': 'src/controllers/backup/postgres-backup.controller.ts',
};

let development: Development;

afterEach(() => development.end('SIGKILL'));

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Whether the debugger at this address is that of the operator. */
async function expectOperatorAt(address = ''): Promise<void> {
  const [target] = (await (await fetch(`http://${address}/json/list`)).json()) as { title: string }[];
  expect(target?.title).toContain('main.js');
}

describe.skipIf(!isBuilt)('opgen dev', () => {
  test('runs the operator, again after every change, and survives every mistake', async () => {
    development = new Development('first-operator');
    const controller = controllers['first-operator'];
    development.start('--samples');
    await development.prints(/export KUBECONFIG=.*\.cache\/opgen\/dev\/kubeconfig/);
    expect(existsSync(development.kubeconfig())).toBe(true);
    const [, url = ''] = await development.prints(/Page: (http:\/\/127\.0\.0\.1:\d+\/#\S+)/);
    expect(await (await fetch(url)).text()).toContain('<title>opgen dev</title>');
    expect((await fetch(new URL('/stream', url))).status).toBe(401);
    await development.prints(/applied DemoApplication default\/demoapplication-sample/);
    await development.prints(
      /demo-application default\/demoapplication-sample ← DemoApplication added · .* writes?/,
    );
    await development.prints(/← .*Deployment changed .*\.status\./);

    development.edit(controller, (text) => text.replace('application matches its spec', 'all is well'));
    await development.prints(/restarted the operator/);
    await development.prints(/info all is well/);

    development.edit(controller, (text) => `${text}const size = ;\n`);
    await development.prints(/demo-application\.controller\.ts:\d+:\d+ error OPG/);
    development.edit(controller, (text) =>
      text.replace('const size = ;', 'const size: number = "three";\nconsole.log(size);'),
    );
    // On a busy machine the check can take too long for the operator to wait.
    await development.prints(
      /(the previous build keeps running|restarted the operator)[^]*error OPG4021 TS2322/,
    );
    development.edit(controller, (text) =>
      text.replace('const size: number = "three";\nconsole.log(size);\n', ''),
    );
    await development.prints(/no type errors/);

    development.edit('src/main.ts', (text) =>
      text.replace('await manager.start', "throw new Error('crashed');\nawait manager.start"),
    );
    await development.prints(/error OPG4022 the operator exited with exit code 1/);
    development.edit('src/main.ts', (text) => text.replaceAll("throw new Error('crashed');", ''));
    await development.prints(/restarted the operator/);
    await development.prints(/info all is well/);

    expect(await development.end('SIGINT')).toBe(0);
    expect(existsSync(development.kubeconfig())).toBe(false);
  });

  test('shows why a reconcile fails, with the lines of the sources', async () => {
    development = new Development('first-operator');
    development.edit(controllers['first-operator'], (text) =>
      text.replace(/( +)log\.info\('application matches/, "$1if (log) throw new Error('no such luck');\n$&"),
    );
    development.start('--samples');
    await development.prints(/← .*failed · retry in /);
    await development.prints(
      /no such luck\n\s+at .*\(src\/controllers\/demo\/demo-application\.controller\.ts:\d+:\d+\)/,
    );
  });

  test('names a missing marker, and adds it with --fix', async () => {
    development = new Development('first-operator');
    const controller = controllers['first-operator'];
    development.edit(controller, (text) =>
      text.replace(/^\/\/ \+rbac:groups=apps,resources=deployments.*\n/m, ''),
    );
    development.start('--samples');
    await development.prints(
      /demo-application\.controller\.ts:\d+:\d+ warning OPG4023 missing permission: \/\/ \+rbac:groups=apps,resources=deployments/,
    );
    expect(await development.end('SIGINT')).toBe(0);

    development.start('--samples', '--fix');
    await development.prints(/added \/\/ \+rbac:groups=apps,resources=deployments/);
    await development.prints(/← .* writes?/);
    expect(readFileSync(join(development.root, controller), 'utf8')).toMatch(
      /\+rbac:groups=apps,resources=deployments/,
    );
    expect(readFileSync(join(development.root, 'config/rbac/role.yaml'), 'utf8')).toContain('deployments');
  });

  test('lets the API server call the webhooks of the project', async () => {
    development = new Development('postgres-backup');
    development.edit('config/samples/backup_v1alpha1_postgresbackup.yaml', (text) =>
      text.replace(/schedule: .*/, 'schedule: never'),
    );
    development.start('--samples', '--json');
    await development.prints(/OPG4025[^]*invalid schedule/);
  });

  test('injects faults into the requests of the operator', async () => {
    development = new Development('first-operator');
    development.start('--samples', '--chaos=7', '--faults', 'conflict=0.5,slow=1');
    await development.prints(/chaos on · seed 7 · conflict 50%, slow 100%\n/);
    await development.prints(/fault slow · watch demoapplications\.demo\.paas\.example\.com\n/);
    await development.prints(/demo-application default\/demoapplication-sample ← .* writes?/);
    expect(await development.end('SIGINT')).toBe(0);
  });

  test.skipIf(!hasTerminals)('reads keys on a terminal', async () => {
    development = new Development('first-operator');
    const programs = temporaryFolder();
    const opened = join(programs, 'opened');
    writeFolder(programs, { 'xdg-open': `#!/bin/sh\nprintf %s "$1" > ${opened}\n` });
    chmodSync(join(programs, 'xdg-open'), 0o755);
    development.env = { PATH: `${programs}:${process.env['PATH']}` };
    development.startOnTerminal('--nodes', '0');
    const [, url = ''] = await development.prints(/Page: (http:\/\/127\.0\.0\.1:\d+\/#\S+)\n/);
    await development.prints(/started the operator after .* · r restart · .* · q quit\n/);
    development.press('o');
    await expect.poll(() => existsSync(opened) && readFileSync(opened, 'utf8')).toBe(url);
    development.press('c');
    await development.prints(/chaos on · seed \d+/);
    development.press('c');
    await development.prints(/chaos off/);
    development.press('s');
    await development.prints(/applied DemoApplication default\/demoapplication-sample/);
    await development.prints(/demo-application default\/demoapplication-sample ← /);
    development.press('k');
    await development.prints(/killed the operator\n/);
    await development.prints(/restarted the operator/);
    await development.prints(/demo-application default\/demoapplication-sample ← /);
    development.press('r');
    await development.prints(/restarted the operator/);
    development.press('q');
    expect(await development.ended()).toBe(0);
    expect(existsSync(development.kubeconfig())).toBe(false);
  });

  test('lets a debugger connect with --inspect, also after a restart', async () => {
    development = new Development('first-operator');
    development.start('--nodes', '0', '--inspect', '127.0.0.1:0');
    const listening = /Debugger listening on ws:\/\/(127\.0\.0\.1:\d+)\//;
    await expectOperatorAt((await development.prints(listening))[1]);
    development.edit('src/main.ts', (text) => `console.log('edited');\n${text}`);
    await expectOperatorAt((await development.prints(listening))[1]);
    expect(await development.end('SIGINT')).toBe(0);
  });

  test('keeps the objects of the cluster with --state', async () => {
    development = new Development('first-operator');
    development.start('--state', 'cluster', '--samples');
    await development.prints(/applied DemoApplication default\/demoapplication-sample/);
    await development.prints(/demo-application default\/demoapplication-sample ← /);
    expect(await development.end('SIGINT')).toBe(0);
    development.start('--state', 'cluster');
    await development.prints(/demo-application default\/demoapplication-sample ← /);
    expect(await development.end('SIGINT')).toBe(0);
    expect(existsSync(join(development.root, 'cluster'))).toBe(true);
  });

  test('refuses to run twice in a project, until the first one has ended or was killed', async () => {
    development = new Development('first-operator');
    development.start('--nodes', '0');
    await development.prints(/started the operator/);
    const second = await runBuilt(development.root, ['dev', '--nodes', '0']);
    expect(second.exitCode).toBe(1);
    expect(second.stderr).toMatch(
      /^error OPG4043 opgen dev already runs in this project, as process \d+\n {2}hint: stop it first; .*delete node_modules\/\.cache\/opgen\/dev\.lock\n$/,
    );
    expect(existsSync(development.kubeconfig())).toBe(true);
    await development.end('SIGKILL');
    development.start('--nodes', '0');
    await development.prints(/started the operator/);
    expect(await development.end('SIGINT')).toBe(0);
    expect(existsSync(join(development.root, 'node_modules/.cache/opgen/dev.lock'))).toBe(false);
  });

  test('leaves no operator behind when it is killed', async () => {
    development = new Development('first-operator');
    development.edit('src/main.ts', (text) => `console.log('operator', process.pid);\n${text}`);
    development.start('--nodes', '0');
    const [, pid] = await development.prints(/operator (\d+)\n/);
    expect(isRunning(Number(pid))).toBe(true);
    await development.end('SIGKILL');
    await expect.poll(() => isRunning(Number(pid))).toBe(false);
  });
});
