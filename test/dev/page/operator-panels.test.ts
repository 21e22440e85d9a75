/** The panels of the page about the operator, in a browser. */
import { join } from 'node:path';
import { systemClock } from '@opgen/runtime';
import type { Statistics } from '@opgen/runtime/runs';
import { startCluster, type TestCluster } from '@opgen/testing';
import type { Browser, Page as Tab } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildPage } from '../../../scripts/build-page.mjs';
import type { FaultsView, PermissionsView } from '../../../src/dev/page/model/messages.ts';
import { Page } from '../../../src/dev/page/page.ts';
import { browserPath, startBrowser } from '../../support/browser.ts';
import { temporaryFolder } from '../../support/folder.ts';

const durations = { bounds: [0.005, 0.01, 0.1], counts: [2, 6, 2, 0], sum: 0.2 };

function statistics(success: number): Statistics {
  return {
    time: new Date(success * 1_000).toISOString(),
    leads: true,
    controllers: [
      {
        name: 'shop',
        kind: 'Shop',
        workers: 4,
        active: 3,
        longest: 12,
        stuck: 0,
        queued: 17,
        delayed: 2,
        results: { success, requeue: 0, requeue_after: 0, error: 1 },
        terminalErrors: 0,
        retries: 2,
        durations,
        waits: durations,
      },
    ],
    caches: [
      { apiVersion: 'apps/v1', kind: 'Deployment', objects: 12, synced: true, relists: 1, idle: 4_000 },
    ],
  };
}

const faults: FaultsView = {
  active: false,
  seed: 7,
  rates: { conflict: 0.1 },
  happened: { conflict: 3, refused: 0 },
  writes: 5,
  recent: [
    {
      id: 1,
      time: new Date(0).toISOString(),
      fault: 'conflict',
      request: 'patch deployments.apps default/web',
    },
  ],
};

const permissions: PermissionsView = {
  account: 'shop-system/shop-controller-manager',
  rows: [
    {
      resource: 'deployments.apps',
      role: 'ClusterRole shop-manager-role',
      verbs: [
        { verb: 'get', state: 'used', count: 12 },
        { verb: 'delete', state: 'unused', count: 0 },
        { verb: 'create', state: 'refused', count: 3 },
      ],
      advice: [
        {
          action: 'add',
          marker: '// +rbac:groups=apps,resources=deployments,verbs=create',
          place: 'src/shop.controller.ts:14',
          verbs: [],
        },
        {
          action: 'remove',
          marker: '// +rbac:groups=apps,resources=deployments,verbs=get;delete',
          place: 'src/shop.controller.ts:13',
          verbs: ['delete'],
        },
      ],
    },
  ],
  elsewhere: ['list secrets'],
};

describe.skipIf(browserPath === undefined)('the panels about the operator', () => {
  let html: string;
  let browser: Browser;
  let cluster: TestCluster;
  let page: Page;
  let tab: Tab;
  let actions: unknown[];

  beforeAll(async () => {
    ({ html } = await buildPage());
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    actions = [];
    cluster = await startCluster({ clock: systemClock, controllers: false });
    const record = async (action: unknown): Promise<null> => {
      actions.push(action);
      return null;
    };
    page = new Page({
      html,
      root: temporaryFolder(),
      project: 'shop',
      cluster: { url: 'https://127.0.0.1:6443', version: 'v1.36.0' },
      transport: cluster.transport,
      operator: { injectFaults: record, killOperator: record, crashOperator: record },
      now: () => new Date(),
    });
    await page.start();
    tab = await browser.newPage();
    await tab.goto(page.url);
  });
  afterEach(async () => {
    await tab.close();
    await page.stop();
    await cluster.stop();
  });

  test('Controllers shows the load of each controller and the caches', async () => {
    await tab.getByRole('tab', { name: 'Controllers' }).click();
    await tab.getByText('No statistics yet').waitFor();
    page.publish('statistics', statistics(9));
    const shop = tab.getByRole('region', { name: 'Controller shop' });
    await shop.getByText('3 of 4').waitFor();
    await shop.getByText('17', { exact: true }).waitFor();
    expect(await shop.getByRole('meter').count()).toBe(5);
    page.publish('statistics', statistics(10));
    await shop.getByText('1.0', { exact: true }).waitFor();
    await tab.getByRole('row', { name: /Deployment apps\/v1 whole objects 12 1 4 s/ }).waitFor();
    await tab.getByText('This process is the leader').waitFor();
  });

  test('Permissions shows what was used and refused, and the markers to change', async () => {
    await tab.getByRole('tab', { name: 'Permissions' }).click();
    page.publish('permissions', permissions);
    await tab.getByText('ServiceAccount shop-system/shop-controller-manager').waitFor();
    const heads = await tab.getByRole('columnheader').allTextContents();
    expect(heads).toEqual(['Resource', 'get', 'create', 'delete']);
    await tab
      .getByRole('row', { name: /deployments\.apps .*shop-manager-role 12 refused 3× unused/ })
      .waitFor();
    await tab.getByRole('row', { name: /Add at src\/shop\.controller\.ts:14.*verbs=create/ }).waitFor();
    await tab.getByText('Not used yet: delete. Granted at src/shop.controller.ts:13').waitFor();
    await tab.getByRole('listitem').filter({ hasText: 'list secrets' }).waitFor();
  });

  test('all of them fit on a phone, and have enough contrast in both themes', async () => {
    page.publish('statistics', statistics(9));
    page.publish('permissions', permissions);
    page.publish('faults', { ...faults, active: true });
    await tab.addInitScript({ path: join(import.meta.dirname, 'accessibility.js') });
    await tab.setViewportSize({ width: 375, height: 700 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.emulateMedia({ colorScheme });
      await tab.goto('about:blank');
      await tab.goto(page.url);
      for (const name of ['Controllers', 'Permissions', 'Faults']) {
        await tab.getByRole('tab', { name }).click();
        expect(await tab.evaluate('problemsOfContrast()')).toEqual([]);
        expect(await tab.evaluate('problemsOfControls()')).toEqual([]);
        expect(
          await tab.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
        ).toBe(true);
      }
    }
  });

  test('Faults switches faults, chooses them, and ends the operator', async () => {
    await tab.getByRole('tab', { name: 'Faults' }).click();
    page.publish('faults', faults);
    const chaos = tab.getByRole('switch', { name: 'Chaos' });
    await chaos.click();
    await tab.getByRole('spinbutton', { name: 'Probability of refused in percent' }).fill('50');
    await tab.keyboard.press('Enter');
    await expect
      .poll(() => actions)
      .toEqual([{ active: true }, { active: false, rates: { conflict: 0.1, refused: 0.5 } }]);
    page.publish('faults', { ...faults, active: true });
    await expect.poll(() => chaos.getAttribute('aria-checked')).toBe('true');
    await tab.getByRole('row', { name: /conflict patch deployments\.apps default\/web/ }).waitFor();

    await tab.getByRole('button', { name: 'Kill and restart' }).click();
    await tab.getByRole('spinbutton', { name: 'Number of writes' }).fill('3');
    await tab.getByRole('combobox', { name: 'Response of the last write' }).selectOption('delivered');
    await tab.getByRole('button', { name: 'Crash' }).click();
    await expect.poll(() => actions.slice(2)).toEqual([{}, { writes: 3, response: 'delivered' }]);
  });
});
