import type { New } from '@opgen/runtime';
import type { Job } from '@opgen/runtime/kinds/batch/v1';
import type { Container, Pod } from '@opgen/runtime/kinds/core/v1';
import { podOfTemplate } from '../pods/pod-of-template.ts';
import {
  failureCountAnnotation,
  failuresBefore,
  hasLimitPerIndex,
  ignoredFailureCountAnnotation,
  indexAnnotation,
  trackingFinalizer,
} from './job-pods.ts';
import { failureVerdict } from './pod-failure-policy.ts';
import type { Wanted } from './pods-to-change.ts';

/** The longest prefix of a generated name. */
const longestPrefix = 58;
const indexVariable = 'JOB_COMPLETION_INDEX';

/** A Pod of a Job; that of an indexed one knows its index. */
export function podOfJob(job: Job, { index, replaces }: Wanted): New<Pod> {
  const { template } = job.spec;
  const { metadata: own = {}, spec } = template;
  const finalizers = [...new Set([...(own.finalizers ?? []), trackingFinalizer])];
  const plain = podOfTemplate(job, { ...template, metadata: { ...own, finalizers } });
  if (index === undefined || spec === undefined) return plain;
  const suffix = `-${index}-`;
  return {
    ...plain,
    metadata: {
      ...plain.metadata,
      generateName: `${job.metadata.name.slice(0, longestPrefix - suffix.length)}${suffix}`,
      labels: { ...own.labels, [indexAnnotation]: String(index) },
      annotations: {
        ...own.annotations,
        [indexAnnotation]: String(index),
        ...(hasLimitPerIndex(job) && failureCounts(job, replaces)),
      },
    },
    spec: {
      ...spec,
      hostname: `${job.metadata.name}-${index}`,
      containers: spec.containers.map(withIndexVariable),
      ...(spec.initContainers && { initContainers: spec.initContainers.map(withIndexVariable) }),
    },
  };
}

/** The failures of an index up to this Pod, which it passes on to its replacement. */
function failureCounts(job: Job, replaced: Pod | undefined): Record<string, string> {
  if (replaced === undefined) return { [failureCountAnnotation]: '0' };
  const { counted, ignored } = failuresBefore(replaced);
  const { counts } = failureVerdict(job, replaced);
  const ignoredNow = ignored + (counts ? 0 : 1);
  return {
    [failureCountAnnotation]: String(counted + (counts ? 1 : 0)),
    ...(ignoredNow > 0 && { [ignoredFailureCountAnnotation]: String(ignoredNow) }),
  };
}

function withIndexVariable(container: Container): Container {
  const { env = [] } = container;
  if (env.some(({ name }) => name === indexVariable)) return container;
  const fieldPath = `metadata.labels['${indexAnnotation}']`;
  return { ...container, env: [...env, { name: indexVariable, valueFrom: { fieldRef: { fieldPath } } }] };
}
