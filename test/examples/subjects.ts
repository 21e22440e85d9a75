import type { Subject } from './subject.ts';
import { demoApplication } from './subjects/demo-application.ts';
import { etcdCluster } from './subjects/etcd-cluster.ts';
import { memcached } from './subjects/memcached.ts';

/** Every example that has more to show than the tutorial. */
export const subjects: readonly Subject[] = [demoApplication, etcdCluster, memcached];
