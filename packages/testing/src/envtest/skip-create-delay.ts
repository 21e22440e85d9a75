import type { Transport } from '@opgen/runtime/transport';
import { send } from '../webhooks/send.ts';

interface Definition {
  status: { conditions: { type: string }[] };
}

/**
 * Lets a new kind be created at once. For two seconds after a CRD is established, kube-apiserver answers each create
 * of its objects two seconds late, so that its other replicas learn of the kind in the meantime. This server has no
 * replicas, so the condition may be older than it is. A create that precedes the server's own watch event is late all
 * the same.
 */
export async function skipCreateDelay(transport: Transport, definition: string): Promise<void> {
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${definition}/status`;
  const { status } = await send<Definition>(transport, 'GET', path);
  const condition = `/status/conditions/${status.conditions.findIndex(({ type }) => type === 'Established')}`;
  const earlier = new Date(Date.now() - 60_000).toISOString();
  const patch = [
    { op: 'test', path: `${condition}/type`, value: 'Established' },
    { op: 'replace', path: `${condition}/lastTransitionTime`, value: earlier },
  ];
  await send(transport, 'PATCH', path, patch, 'application/json-patch+json');
}
