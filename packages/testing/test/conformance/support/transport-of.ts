import type { Transport } from '@opgen/runtime/transport';
import type { Target } from './target.ts';

/** A target as a transport. */
export function transportOf(target: Target): Transport {
  return {
    async request({ method, path, headers = {}, body }) {
      const single = Object.entries(headers).map(([name, values]) => [name, [values].flat().join(', ')]);
      const answer = await target.request(method, path, { headers: Object.fromEntries(single), body });
      return {
        status: answer.status,
        headers: answer.headers,
        text: async () => answer.text,
        async *chunks() {
          yield Buffer.from(answer.text);
        },
      };
    },
    close: async () => {},
  };
}
