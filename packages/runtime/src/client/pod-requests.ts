import { Pod } from '../kinds/core/v1.ts';
import { toTime } from '../objects/time.ts';
import type { LogOptions } from './client.ts';
import { linesOf } from './lines.ts';
import type { Requests } from './requests.ts';
import { resourcePath, withQuery } from './resource-path.ts';

/** Where a Pod is. */
export interface PodAddress {
  name: string;
  namespace: string | undefined;
}

/** The log of a container, line by line. Aborting the signal is not an error. */
export async function* podLogs(
  requests: Requests,
  pod: PodAddress,
  options: LogOptions,
): AsyncGenerator<string, void, undefined> {
  const { signal, since, container, follow, previous, tailLines, timestamps } = options;
  const path = withQuery(resourcePath(Pod, { ...pod, subresource: 'log' }), {
    container,
    follow,
    previous,
    sinceTime: since && toTime(since),
    tailLines,
    timestamps,
  });
  const request = { method: 'GET', path, purpose: follow === true ? 'watch' : 'request' } as const;
  try {
    // A log is plain text, but its errors are JSON.
    const accept = 'text/plain, application/json;q=0.9, */*;q=0.8';
    const response = await requests.send(request, { ...(signal && { signal }), accept });
    for await (const line of linesOf(response.chunks(), { withRest: true })) {
      yield line;
      if (signal?.aborted === true) return;
    }
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}
