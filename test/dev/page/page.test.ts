/** The page of `opgen dev` in a browser, with an embedded cluster. */
import { join } from 'node:path';
import { systemClock } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { startCluster, type TestCluster, type WorkloadCluster } from '@opgen/testing';
import type { Browser, Page as Tab } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildPage } from '../../../scripts/build-page.mjs';
import { Page } from '../../../src/dev/page/page.ts';
import { browserPath, startBrowser } from '../../support/browser.ts';
import { temporaryFolder, writeFolder } from '../../support/folder.ts';
import { createShop, hotLoop, shopProject } from './shop.ts';

describe.skipIf(browserPath === undefined)('the page', () => {
  let html: string;
  let browser: Browser;
  let cluster: WorkloadCluster<typeof systemClock>;
  let page: Page;
  let tab: Tab;

  beforeAll(async () => {
    ({ html } = await buildPage());
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    const root = temporaryFolder();
    writeFolder(root, shopProject);
    cluster = await startCluster({
      clock: systemClock,
      workloads: { nodes: 1 },
      crds: join(root, 'config/crd/bases'),
    });
    page = new Page({
      html,
      root,
      project: 'shop',
      cluster: { url: 'https://127.0.0.1:6443', version: 'v1.36.0' },
      transport: cluster.transport,
      simulation: cluster,
      now: () => new Date(),
    });
    await page.start();
    await page.watchKinds();
    tab = await browser.newPage();
    // Only a page that hangs should exceed it, however busy the machine is.
    tab.setDefaultTimeout(90_000);
  });
  afterEach(async () => {
    await tab.close();
    await page.stop();
    await cluster.stop();
  });

  const item = (name: RegExp) => tab.getByRole('treeitem', { name });

  test('opens with the token, and is refused without it', async () => {
    await tab.goto(page.url);
    await tab.getByRole('heading', { name: 'shop' }).waitFor();
    const stranger = await browser.newPage();
    await stranger.goto(page.url.replace(/#.*/, '#wrong'));
    await stranger.getByText('Not authorized').waitFor();
    await stranger.close();
  });

  test('shows objects by owner as they appear, change and go', async () => {
    await tab.goto(page.url);
    await tab.getByText('No custom resources yet').waitFor();
    await createShop(cluster as TestCluster, { replicas: 2 });
    await item(/Shop web/).waitFor();
    await item(/Deployment web.*2\/2/).waitFor();
    await item(/ReplicaSet web-/).waitFor();
    await expect.poll(() => item(/healthy Pod web-.* Running/).count()).toBe(2);
    const [pod] = (await item(/Pod web-/).allInnerTexts()).map((text) => /web-\S+/.exec(text)?.[0] ?? '');
    await cluster.transport.request({ method: 'DELETE', path: `/api/v1/namespaces/default/pods/${pod}` });
    await expect.poll(() => item(new RegExp(`Pod ${pod}`)).count()).toBe(0);
    await expect.poll(() => item(/healthy Pod web-.* Running/).count()).toBe(2);
  });

  const button = (name: string) => tab.getByRole('button', { name, exact: true });
  const open = async (name: RegExp): Promise<void> => {
    await item(name).first().click();
    await tab.getByRole('article').waitFor();
  };

  test('edits an object, and shows why the server refuses a change', async () => {
    await createShop(cluster as TestCluster, { replicas: 2 });
    await tab.goto(page.url);
    await open(/Shop web/);
    await tab.getByRole('tab', { name: 'YAML' }).click();
    await tab.getByTitle('managed by opgen').first().waitFor();
    await button('Edit').click();
    const yaml = tab.getByRole('textbox', { name: 'YAML of the object' });
    const before = await yaml.inputValue();
    await yaml.fill(before.replace('replicas: 2', 'replicas: 9'));
    await button('Save').click();
    await tab
      .getByRole('alert')
      .getByText('spec.replicas in body should be less than or equal to 5')
      .waitFor();
    await yaml.fill(before.replace('replicas: 2', 'replicas: 4'));
    await button('Save').click();
    await tab.getByText('replicas: 4').waitFor();
    await tab.getByTitle('managed by opgen-dev-page').first().waitFor();
    await tab.getByRole('tab', { name: 'Changes' }).click();
    await tab.getByRole('listitem').getByText('.spec.replicas').waitFor();
  });

  test('scales and deletes objects, and lets Pods and nodes fail', async () => {
    await createShop(cluster as TestCluster, { replicas: 1 });
    await tab.goto(page.url);
    await item(/healthy Pod web-.* Running/).waitFor();
    await open(/Deployment web/);
    await button('Scale').click();
    await tab.getByRole('spinbutton', { name: 'Replicas' }).fill('2');
    await tab.keyboard.press('Enter');
    await expect.poll(() => item(/healthy Pod web-.* Running/).count()).toBe(2);

    await open(/Pod web-/);
    await button('Crash').click();
    await item(/Pod web-.* 1 restart/).waitFor();

    await open(/Node node-1/);
    await button('Fail').click();
    await item(/progressing.* Node node-1/).waitFor();
    await expect.poll(() => item(/progressing.* Pod web-/).count()).toBe(2);
    await button('Recover').click();
    await item(/healthy Node node-1/).waitFor();

    await open(/Shop web/);
    await button('Delete').click();
    await tab.locator('form').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => item(/web/).count()).toBe(0);
  });

  test('shows the data of a Secret only when it is revealed', async () => {
    await cluster.install({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'password', namespace: 'default' },
      stringData: { password: 'hunter2' },
    });
    const encoded = Buffer.from('hunter2').toString('base64');
    await tab.goto(page.url);
    await tab.getByRole('treeitem', { name: 'Other objects' }).click();
    await open(/Secret password/);
    await tab.getByRole('tab', { name: 'YAML' }).click();
    await tab.getByText('password: redacted').waitFor();
    await button('Reveal data').click();
    await tab.getByText(encoded).waitFor();
    await button('Hide data').click();
    await tab.getByText('password: redacted').waitFor();
    expect(await tab.getByText(encoded).count()).toBe(0);
  });

  test('is used with the arrow keys', async () => {
    await createShop(cluster as TestCluster, { replicas: 1 });
    await tab.goto(page.url);
    await item(/Pod web-/).waitFor();
    await item(/Shop web/).focus();
    const focused = (): Promise<string> => tab.evaluate(`document.activeElement.textContent`);
    await tab.keyboard.press('ArrowDown');
    await expect.poll(focused).toMatch(/Deploymentweb/);
    await tab.keyboard.press('ArrowLeft');
    await expect.poll(() => item(/Pod web-/).count()).toBe(0);
    await tab.keyboard.press('ArrowRight');
    await item(/Pod web-/).waitFor();
    await tab.keyboard.press('ArrowRight');
    await expect.poll(focused).toMatch(/ReplicaSetweb/);
    await tab.keyboard.press('Home');
    await expect.poll(focused).toMatch(/Shopweb/);
    await tab.keyboard.press('Enter');
    await tab.getByRole('heading', { name: 'Shop default/web' }).waitFor();
  });

  test('shows all objects as they were at an earlier moment', async () => {
    await createShop(cluster as TestCluster, { replicas: 1 });
    await tab.goto(page.url);
    await item(/healthy Pod web-.* Running/).waitFor();
    await cluster.client.scale(Deployment, { name: 'web', namespace: 'default' }, 0);
    await expect.poll(() => item(/Pod web-/).count()).toBe(0);

    const moment = tab.getByRole('slider', { name: 'Moment' });
    await moment.focus();
    for (let presses = 0; (await item(/Pod web-/).count()) === 0; presses += 1) {
      expect(presses).toBeLessThan(100);
      const before = await moment.inputValue();
      await tab.keyboard.press('ArrowLeft');
      await expect.poll(() => moment.inputValue()).not.toBe(before);
    }
    await open(/Deployment web/);
    expect(await button('Delete').count()).toBe(0);
    await tab.getByRole('tab', { name: 'YAML' }).click();
    await tab.getByRole('region', { name: 'YAML' }).getByText('replicas:').first().waitFor();
    await button('Live').click();
    await expect.poll(() => item(/Pod web-/).count()).toBe(0);
  });

  test('shows reconciles on a time axis, and marks a hot loop with the diff that repeats', async () => {
    await tab.goto(page.url);
    await tab.getByRole('tab', { name: 'Timeline' }).click();
    await tab.getByText('No reconciles yet').waitFor();
    for (const [index, run] of hotLoop().entries()) page.addRun({ ...run, id: String(index) });
    await tab.getByText('hot loop').waitFor();
    await tab.getByRole('button', { name: /default\/web shop hot loop/ }).click();
    const note = tab.getByRole('note');
    await note.getByText('Hot loop: 12 reconciles').waitFor();
    await note.getByText('Writes shops/status default/web 12 times').waitFor();
    await note.getByText('.status.color').first().waitFor();

    await button('30 min').click();
    await tab.getByRole('group', { name: /default\/web: .*reconciles/ }).focus();
    await tab.keyboard.press('ArrowLeft');
    const detail = tab.getByRole('article');
    await detail.getByText('patch shops/status default/web').waitFor();
    await detail.getByText('blue').first().waitFor();
  });

  test('names all controls, fits on a phone, and has enough contrast in both themes', async () => {
    await createShop(cluster as TestCluster, { replicas: 1 });
    for (const [index, run] of hotLoop().entries()) page.addRun({ ...run, id: String(index) });
    await tab.addInitScript({ path: join(import.meta.dirname, 'accessibility.js') });
    await tab.setViewportSize({ width: 375, height: 700 });
    const fits = (): Promise<boolean> =>
      tab.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth');
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.emulateMedia({ colorScheme });
      await tab.goto(page.url);
      await item(/Pod web-/).waitFor();
      expect(await tab.evaluate('problemsOfContrast()')).toEqual([]);
      expect(await tab.evaluate('problemsOfControls()')).toEqual([]);
      await open(/Deployment web/);
      for (const name of ['Overview', 'YAML', 'Changes']) {
        await tab.getByRole('tab', { name }).click();
        expect(await tab.evaluate('problemsOfControls()')).toEqual([]);
        expect(await fits()).toBe(true);
      }
      await tab.getByRole('tab', { name: 'Timeline' }).click();
      await tab.getByRole('listitem').first().click();
      await tab.getByRole('article').waitFor();
      expect(await tab.evaluate('problemsOfControls()')).toEqual([]);
      expect(await fits()).toBe(true);
    }
  });
});
