/** The page of `opgen dev` in a browser, with an embedded cluster. */
import { join } from 'node:path';
import { systemClock } from '@opgen/runtime';
import { startCluster, type TestCluster, type WorkloadCluster } from '@opgen/testing';
import type { Browser, Page as Tab } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildPage } from '../../../scripts/build-page.mjs';
import { Page } from '../../../src/dev/page/page.ts';
import { browserPath, startBrowser } from '../../support/browser.ts';
import { temporaryFolder, writeFolder } from '../../support/folder.ts';
import { createShop, shopProject } from './shop.ts';

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
});
