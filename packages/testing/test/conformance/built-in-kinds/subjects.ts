import type { Subject } from './subject.ts';
import { autoscaling } from './subjects/autoscaling.ts';
import { batch } from './subjects/batch.ts';
import { clusters } from './subjects/clusters.ts';
import { configuration } from './subjects/configuration.ts';
import { networking } from './subjects/networking.ts';
import { nodes } from './subjects/nodes.ts';
import { policy } from './subjects/policy.ts';
import { roles } from './subjects/roles.ts';
import { services } from './subjects/services.ts';
import { storage } from './subjects/storage.ts';
import { templates } from './subjects/templates.ts';
import { workloads } from './subjects/workloads.ts';

/** The built-in kinds whose validation is compared. */
export const subjects: readonly Subject[] = [
  ...autoscaling,
  ...batch,
  ...clusters,
  ...configuration,
  ...networking,
  ...nodes,
  ...policy,
  ...roles,
  ...services,
  ...storage,
  ...templates,
  ...workloads,
];
