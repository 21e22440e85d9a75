import { createClient, NotFoundError } from '@opgen/runtime';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { kubeConfigTransport } from '@opgen/runtime/transport';

const transport = await kubeConfigTransport();
const client = createClient(transport, { fieldManager: 'housekeeping' });

const { items } = await client.list(ConfigMap, { namespace: 'default', labelSelector: 'app in (web, api)' });
for (const { metadata, data } of items) console.log(metadata.name, Object.keys(data ?? {}));

try {
  await client.get(ConfigMap, { name: 'settings', namespace: 'default' });
} catch (error) {
  if (!(error instanceof NotFoundError)) throw error;
  await client.create(ConfigMap, {
    metadata: { name: 'settings', namespace: 'default' },
    data: { colour: 'green' },
  });
}

await transport.close();
