import type { TransportRequest } from '@opgen/runtime/transport';

/** Whether a request asks the server to change something. Reviews and dry runs change nothing. */
export function isWrite({ method, path }: TransportRequest): boolean {
  const isReview = /\/(selfsubject|subject|localsubject|token)\w*reviews(\?|$)/.test(path);
  return method !== 'GET' && method !== 'HEAD' && !isReview && !path.includes('dryRun=All');
}
