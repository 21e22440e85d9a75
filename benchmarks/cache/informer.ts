/**
 * The informer of @kubernetes/client-node on the same objects: `informer.js --config=<kubeconfig>`. Prints `ready` when
 * it has listed them, and exits on SIGTERM.
 */
import { parseArgs } from 'node:util';
import {
  CustomObjectsApi,
  KubeConfig,
  type KubernetesListObject,
  type KubernetesObject,
  makeInformer,
} from '@kubernetes/client-node';

const { values } = parseArgs({ options: { config: { type: 'string', default: '' } } });
const config = new KubeConfig();
config.loadFromFile(values.config);
const api = config.makeApiClient(CustomObjectsApi);
const [group, version, plural] = ['benchmark.example.com', 'v1', 'memcacheds'];

const informer = makeInformer(
  config,
  `/apis/${group}/${version}/${plural}`,
  async () =>
    (await api.listClusterCustomObject({ group, version, plural })) as KubernetesListObject<KubernetesObject>,
);
informer.on('error', (error: unknown) => void process.stderr.write(`${String(error)}\n`));
await informer.start();
process.stdout.write('ready\n');
process.on('SIGTERM', () => void informer.stop().then(() => process.exit(0)));
