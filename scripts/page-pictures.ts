/**
 * Takes the pictures of the page for the docs: runs an example with `opgen dev` and opens the page in Chromium.
 *
 *     npm run build && npm run pictures                   into docs/images
 *     npm run build && npm run pictures -- --into folder  also narrow and in both themes, to look at
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Page as Tab } from 'playwright-core';
import { startBrowser } from '../test/support/browser.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: flags } = parseArgs({ options: { into: { type: 'string' } } });
const folder = flags.into ?? join(root, 'docs/images');
mkdirSync(folder, { recursive: true });

const work = mkdtempSync(join(tmpdir(), 'opgen-pictures-'));
const project = join(work, 'first-operator');
cpSync(join(root, 'examples/first-operator'), project, {
  recursive: true,
  filter: (path) => !path.includes('node_modules'),
});
symlinkSync(join(root, 'node_modules'), join(work, 'node_modules'));
const args = [join(root, 'bin/opgen.js'), 'dev', '--samples', '--json'];
const development = spawn(process.execPath, args, { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] });

/** The URL in the first event. */
async function pageUrl(): Promise<string> {
  for await (const line of createInterface({ input: development.stdout })) {
    const url = /"page": ?"([^"]+)"/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('opgen dev ended');
}

const object = (tab: Tab, name: RegExp) => tab.getByRole('treeitem', { name });

/** What to do before each picture. */
const scenes: Record<string, (tab: Tab) => Promise<void>> = {
  objects: async (tab) => {
    await object(tab, /Deployment .*2\/2/).waitFor();
    await object(tab, /healthy DemoApplication demoapplication-sample/).click();
  },
  yaml: async (tab) => {
    await object(tab, /Deployment demoapplication-sample/).click();
    await tab.getByRole('tab', { name: 'YAML' }).click();
    await tab.getByText('replicas: 2').first().waitFor();
  },
  timeline: async (tab) => {
    await tab.getByRole('tab', { name: 'Timeline' }).click();
    await tab.getByRole('listitem').filter({ hasText: 'Deployment changed' }).first().click();
  },
  past: async (tab) => {
    const moment = tab.getByRole('slider', { name: 'Moment' });
    await moment.focus();
    // Back to the moment in which the first Pod became ready.
    const ready = tab.getByRole('status').filter({ hasText: '.status.readyReplicas' });
    while (!(await ready.isVisible())) await tab.keyboard.press('ArrowLeft', { delay: 100 });
    await object(tab, /Deployment/).click();
    await tab.getByRole('tab', { name: 'Overview' }).click();
  },
  controllers: async (tab) => {
    await tab.getByRole('tab', { name: 'Controllers' }).click();
    await tab.getByRole('region', { name: /^Controller / }).waitFor();
  },
  permissions: async (tab) => {
    await tab.getByRole('tab', { name: 'Permissions' }).click();
    await tab.getByRole('row', { name: /deployments\.apps/ }).waitFor();
  },
  faults: async (tab) => {
    await tab.getByRole('tab', { name: 'Faults' }).click();
    const chaos = tab.getByRole('switch', { name: 'Chaos' });
    if ((await chaos.getAttribute('aria-checked')) === 'false') await chaos.click();
    // It then lists all objects again.
    await tab.getByRole('button', { name: 'Kill and restart' }).click();
    await tab.getByRole('heading', { name: 'Last faults' }).waitFor();
    await chaos.scrollIntoViewIfNeeded();
  },
};

/** The scenes that the guide shows. */
const inDocs: ReadonlySet<string> = new Set([
  'objects',
  'timeline',
  'past',
  'controllers',
  'permissions',
  'faults',
]);

try {
  const url = await pageUrl();
  // The operator stays in the foreground of the reader.
  development.stdout.resume();
  const browser = await startBrowser();
  const sizes =
    flags.into === undefined
      ? { '': { width: 1200, height: 600 } }
      : { '': { width: 1280, height: 760 }, '-phone': { width: 375, height: 760 } };
  const themes = flags.into === undefined ? (['light'] as const) : (['light', 'dark'] as const);
  for (const [suffix, viewport] of Object.entries(sizes))
    for (const colorScheme of themes) {
      const tab = await browser.newPage({
        viewport,
        colorScheme,
      });
      for (const [name, prepare] of Object.entries(scenes)) {
        if (flags.into === undefined && !inDocs.has(name)) continue;
        // Only a change of the fragment would not load the page again.
        await tab.goto('about:blank');
        await tab.goto(url);
        await prepare(tab);
        const theme = flags.into === undefined ? '' : `-${colorScheme}`;
        await tab.screenshot({ path: join(folder, `page-${name}${suffix}${theme}.png`) });
      }
      await tab.close();
    }
  await browser.close();
} finally {
  development.kill('SIGINT');
  await new Promise((resolve) => development.once('close', resolve));
  rmSync(work, { recursive: true, force: true });
}
