import { certificateFiles, managedCertificates, Manager, shutdownSignal } from '@opgen/runtime';
import { setupMemcachedConversion } from './memcached.conversion.ts';
import { setupMemcachedWebhook } from './memcached.webhook.ts';

const directory = process.argv[2];

const manager = new Manager({
  webhooks: { bindAddress: ':9443' },
  certificates: directory ? certificateFiles(directory) : managedCertificates({ name: 'memcached-operator' }),
});

setupMemcachedWebhook(manager);
setupMemcachedConversion(manager);

await manager.start(shutdownSignal());
