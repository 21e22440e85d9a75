import type { TestCluster } from '@opgen/testing';
import { portInUse } from '../../cluster/diagnostics.ts';
import { UserError } from '../../diagnostics.ts';
import type { Simulation } from './object-actions.ts';
import { Page, type PageOptions } from './page.ts';
import { readPage } from './read-page.ts';

/** Starts the page; it then waits for the first kinds. */
export async function startPage(options: Omit<PageOptions, 'html'>): Promise<Page> {
  const page = new Page({ ...options, html: readPage() });
  try {
    await page.start();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    const hint = 'stop the other process, or pass another --page-port';
    throw new UserError(portInUse({ message: `port ${options.port} is in use`, hint }));
  }
  return page;
}

/** The controls of simulated nodes and Pods, if the cluster has any. */
export function simulationOf(cluster: TestCluster): Simulation | undefined {
  return 'nodes' in cluster && 'pods' in cluster ? (cluster as TestCluster & Simulation) : undefined;
}
