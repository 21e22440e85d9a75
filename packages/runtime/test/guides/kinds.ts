import { type Apply, type Client, metadataOf } from '@opgen/runtime';
import { Deployment, type DeploymentSpec } from '@opgen/runtime/kinds/apps/v1';
import type { Container } from '@opgen/runtime/kinds/core/v1';

export function specOf(container: Container): DeploymentSpec {
  const labels = { app: container.name };
  return {
    replicas: 2,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [container] } },
  };
}

export async function age(client: Client, name: string): Promise<number> {
  const { metadata } = await client.get(Deployment, { name, namespace: 'shop' });
  return Date.now() - Date.parse(metadata.creationTimestamp);
}

export async function names(client: Client): Promise<string[]> {
  const { items } = await client.list(metadataOf(Deployment));
  return items.map(({ metadata: { name } }) => name);
}

export const twoReplicas: Apply<Deployment> = {
  metadata: { name: 'web', namespace: 'shop' },
  spec: { replicas: 2 },
};
