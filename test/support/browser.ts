import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a Chromium on this machine, from `CHROMIUM` or a usual place; undefined if there is none. */
export const browserPath = [process.env['CHROMIUM'] ?? '', ...usualPaths].find(
  (path) => path !== '' && existsSync(path),
);

/** Starts Chromium. As root it cannot use its sandbox. */
export function startBrowser(): Promise<Browser> {
  if (browserPath === undefined) throw new Error('no Chromium found: set CHROMIUM to its path');
  return chromium.launch({ executablePath: browserPath, chromiumSandbox: process.getuid?.() !== 0 });
}
