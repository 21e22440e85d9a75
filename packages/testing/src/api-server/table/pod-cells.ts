import type { StoredObject } from '../storage/stored-object.ts';
import type { Column } from './column.ts';
import { age } from './human-duration.ts';
import { array, at, count } from './read.ts';

const statuses = (pod: StoredObject) => array(at(pod, 'status', 'containerStatuses'));

/** `1/2`: ready containers and all containers. */
export const podReady: Column['cell'] = (pod) => {
  const ready = statuses(pod).filter((status) => status['ready'] === true && at(status, 'state', 'running'));
  return `${ready.length}/${array(at(pod, 'spec', 'containers')).length}`;
};

/** The phase, or the reason problem a container does not run. */
export const podStatus: Column['cell'] = (pod) => {
  const reason = at(pod, 'status', 'reason');
  if (pod.metadata.deletionTimestamp !== undefined) return reason === 'NodeLost' ? 'Unknown' : 'Terminating';
  const problems = statuses(pod).flatMap((status) => {
    const problem = at(status, 'state', 'waiting', 'reason') ?? at(status, 'state', 'terminated', 'reason');
    if (problem !== undefined && problem !== '') return [String(problem)];
    const terminated = at(status, 'state', 'terminated');
    return terminated === undefined ? [] : [`ExitCode:${count(at(terminated, 'exitCode'))}`];
  });
  return problems[0] ?? String(reason ?? at(pod, 'status', 'phase') ?? '');
};

/** `3 (5m ago)`: the number of restarts and the time since the last one. */
export const podRestarts: Column['cell'] = (pod, now) => {
  const restarts = statuses(pod).reduce((sum, status) => sum + count(status['restartCount']), 0);
  const last = statuses(pod)
    .map((status) => at(status, 'lastState', 'terminated', 'finishedAt'))
    .filter((time) => typeof time === 'string')
    .toSorted()
    .at(-1);
  return restarts === 0 || last === undefined ? String(restarts) : `${restarts} (${age(last, now)} ago)`;
};
