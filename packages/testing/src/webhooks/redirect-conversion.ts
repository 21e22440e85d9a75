import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type {
  CustomResourceConversion,
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '@opgen/rules/definitions';
import type { WebhookClientConfig } from '@opgen/rules/webhooks';
import type { Transport } from '@opgen/runtime/transport';
import type { WebhookEndpoint } from '@opgen/runtime/webhook';
import { send } from './send.ts';
import { at } from './webhook-endpoint.ts';

const timeout = 30_000;
const jsonPatch = 'application/json-patch+json';

/** Redirects a conversion webhook, that of the installed CustomResourceDefinition by default, to the endpoint. */
export async function redirectConversion(
  transport: Transport,
  name: string,
  endpoint: WebhookEndpoint,
  declared?: CustomResourceConversion,
): Promise<void> {
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`;
  const { spec } = await send<CustomResourceDefinition>(transport, 'GET', path);
  const conversion = declared ?? spec.conversion;
  if (conversion?.strategy !== 'Webhook') return;
  const clientConfig = at(endpoint, pathOf(conversion.webhook?.clientConfig ?? {}));
  const value = { ...conversion, webhook: { ...conversion.webhook, clientConfig } };
  const to = { op: 'add', path: '/spec/conversion', value };

  const i = spec.versions.findIndex(({ served }) => served);
  const version = spec.versions[i];
  if (version === undefined) return void (await send(transport, 'PATCH', path, [to], jsonPatch));
  // A server applies a changed definition with a delay. The deprecation warning that was added with the endpoint
  // shows that it has.
  const marker = `opgen-${randomBytes(6).toString('hex')}`;
  const marked = { ...version, deprecated: true, deprecationWarning: marker };
  const replaceVersion = (value: CustomResourceDefinitionVersion): object => ({
    op: 'replace',
    path: `/spec/versions/${i}`,
    value,
  });
  await send(transport, 'PATCH', path, [to, replaceVersion(marked)], jsonPatch);
  const scope = spec.scope === 'Namespaced' ? '/namespaces/default' : '';
  // A get of a missing object: unlike a list, the server answers it while its cache is still empty.
  const object = `/apis/${spec.group}/${version.name}${scope}/${spec.names.plural}/${marker}`;
  try {
    await until(async () => (await warningAt(transport, object)).includes(marker), name);
  } finally {
    await send(transport, 'PATCH', path, [replaceVersion(version)], jsonPatch);
  }
  await until(async () => !(await warningAt(transport, object)).includes(marker), name);
}

function pathOf({ service, url }: WebhookClientConfig): string {
  if (service !== undefined) return service.path ?? '/';
  return url === undefined ? '/' : new URL(url).pathname;
}

async function warningAt(transport: Transport, path: string): Promise<string> {
  const response = await transport.request({ method: 'GET', path });
  await response.text();
  return response.headers['warning'] ?? '';
}

async function until(isSo: () => Promise<boolean>, name: string): Promise<void> {
  const deadline = Date.now() + timeout;
  while (!(await isSo())) {
    if (Date.now() > deadline)
      throw new Error(
        `the API server does not call the conversion webhook of ${name} at its new endpoint after ${timeout / 1000} s`,
      );
    await delay(10);
  }
}
