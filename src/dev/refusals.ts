import { UserError } from '../diagnostics.ts';
import { clusterRefused } from './diagnostics.ts';

/** Turns errors of the API server into diagnostics. */
export async function refusals<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined || error instanceof UserError) throw error;
    throw new UserError(clusterRefused({ message: `${what}: ${(error as Error).message}` }));
  }
}
