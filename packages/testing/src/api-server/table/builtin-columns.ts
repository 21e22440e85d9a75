import { isObject, type JsonObject } from '@opgen/rules/json';
import { formatLabelSelector } from '@opgen/rules/selectors';
import type { StoredObject } from '../storage/stored-object.ts';
import { ageCell, nameColumn, type Column } from './column.ts';
import { age, humanDuration } from './human-duration.ts';
import { podReady, podRestarts, podStatus } from './pod-cells.ts';
import { array, at, count, mapText } from './read.ts';
import { externalAddresses, servicePorts } from './service-cells.ts';

type Cell = Column['cell'];

const column = (name: string, type: string, cell: Cell): Column => ({ name, type, cell });
const wide = (name: string, type: string, cell: Cell): Column => ({ name, type, priority: 1, cell });
const text =
  (...path: string[]): Cell =>
  (object) =>
    String(at(object, ...path) ?? '');
const textOrNone =
  (...path: string[]): Cell =>
  (object) =>
    String(at(object, ...path) ?? '<none>');
const number =
  (...path: string[]): Cell =>
  (object) =>
    count(at(object, ...path));
const keys =
  (field: string): Cell =>
  (object) =>
    isObject(object[field]) ? Object.keys(object[field]).length : 0;

const ageColumn = column('Age', 'string', ageCell);

/** The columns of a kind without columns of its own. */
export const nameAndAge: readonly Column[] = [nameColumn, column('Age', 'date', ageCell)];

const templateContainers = (object: StoredObject) =>
  array(at(object, 'spec', 'template', 'spec', 'containers'));
const containersOf =
  (field: string): Cell =>
  (object) =>
    templateContainers(object)
      .map((container) => String(container[field] ?? ''))
      .join(',');
const selector: Cell = (object) => {
  const value = at(object, 'spec', 'selector');
  return (isObject(value) && formatLabelSelector(value)) || '<none>';
};

const templateColumns = [
  wide('Containers', 'string', containersOf('name')),
  wide('Images', 'string', containersOf('image')),
];
const workloadColumns = [...templateColumns, wide('Selector', 'string', selector)];
const replicaColumns = [
  nameColumn,
  column('Desired', 'integer', number('spec', 'replicas')),
  column('Current', 'integer', number('status', 'replicas')),
  column('Ready', 'integer', number('status', 'readyReplicas')),
  ageColumn,
];
const desired = count;

const ready: Cell = (object) =>
  `${count(at(object, 'status', 'readyReplicas'))}/${desired(at(object, 'spec', 'replicas'))}`;

const jobDuration: Cell = (object, now) => {
  const start = at(object, 'status', 'startTime');
  const end = at(object, 'status', 'completionTime');
  if (start === undefined) return '';
  if (end === undefined) return age(start, now);
  return humanDuration(Date.parse(String(end)) - Date.parse(String(start)));
};

const jobStatus: Cell = (object) => {
  const conditions = array(at(object, 'status', 'conditions'));
  const holds = (type: string) => conditions.some((one) => one['type'] === type && one['status'] === 'True');
  if (holds('Complete')) return 'Complete';
  if (holds('Failed')) return 'Failed';
  if (object.metadata.deletionTimestamp !== undefined) return 'Terminating';
  if (holds('Suspended')) return 'Suspended';
  if (holds('FailureTarget')) return 'FailureTarget';
  return holds('SuccessCriteriaMet') ? 'SuccessCriteriaMet' : 'Running';
};

const nodeStatus: Cell = (object) => {
  const condition = array(at(object, 'status', 'conditions')).find((one) => one['type'] === 'Ready');
  const state = condition === undefined ? 'Unknown' : condition['status'] === 'True' ? 'Ready' : 'NotReady';
  return at(object, 'spec', 'unschedulable') === true ? `${state},SchedulingDisabled` : state;
};

const nodeRoles: Cell = (object) => {
  const prefix = 'node-role.kubernetes.io/';
  const roles = Object.keys(object.metadata.labels ?? {}).filter((key) => key.startsWith(prefix));
  return (
    roles
      .map((key) => key.slice(prefix.length))
      .toSorted()
      .join(',') || '<none>'
  );
};

const lastSeen: Cell = (object, now) =>
  age(
    at(object, 'series', 'lastObservedTime') ??
      object['lastTimestamp'] ??
      object['eventTime'] ??
      object['firstTimestamp'],
    now,
  );

const eventObject: Cell = (object) => {
  const subject: JsonObject = isObject(object['involvedObject']) ? object['involvedObject'] : {};
  return `${String(subject['kind'] ?? '').toLowerCase()}/${String(subject['name'] ?? '')}`;
};

const subjects =
  (kind: string): Cell =>
  (object) =>
    array(object['subjects'])
      .filter((subject) => subject['kind'] === kind)
      .map(({ name, namespace }) =>
        kind === 'ServiceAccount' ? `${String(namespace)}/${String(name)}` : String(name),
      )
      .join(', ');

const bindingColumns: readonly Column[] = [
  nameColumn,
  column(
    'Role',
    'string',
    (object) =>
      `${text('roleRef', 'kind')(object, new Date(0))}/${text('roleRef', 'name')(object, new Date(0))}`,
  ),
  ageColumn,
  wide('Users', 'string', subjects('User')),
  wide('Groups', 'string', subjects('Group')),
  wide('ServiceAccounts', 'string', subjects('ServiceAccount')),
];

const createdAt: readonly Column[] = [
  nameColumn,
  column('Created At', 'date', (object) => object.metadata.creationTimestamp),
];

/** The columns of built-in kinds, by `<group>/<plural>`. */
export const builtinColumns: Readonly<Record<string, readonly Column[]>> = {
  '/pods': [
    nameColumn,
    column('Ready', 'string', podReady),
    column('Status', 'string', podStatus),
    column('Restarts', 'string', podRestarts),
    ageColumn,
    wide('IP', 'string', textOrNone('status', 'podIP')),
    wide('Node', 'string', textOrNone('spec', 'nodeName')),
    wide('Nominated Node', 'string', textOrNone('status', 'nominatedNodeName')),
    wide('Readiness Gates', 'string', () => '<none>'),
  ],
  '/services': [
    nameColumn,
    column('Type', 'string', text('spec', 'type')),
    column('Cluster-IP', 'string', textOrNone('spec', 'clusterIP')),
    column('External-IP', 'string', externalAddresses),
    column('Port(s)', 'string', servicePorts),
    ageColumn,
    wide('Selector', 'string', (object) => mapText(at(object, 'spec', 'selector'))),
  ],
  '/configmaps': [
    nameColumn,
    column(
      'Data',
      'string',
      (object, now) => Number(keys('data')(object, now)) + Number(keys('binaryData')(object, now)),
    ),
    ageColumn,
  ],
  '/secrets': [
    nameColumn,
    column('Type', 'string', text('type')),
    column('Data', 'string', keys('data')),
    ageColumn,
  ],
  '/namespaces': [nameColumn, column('Status', 'string', text('status', 'phase')), ageColumn],
  '/serviceaccounts': [
    nameColumn,
    column('Secrets', 'string', (object) => array(object['secrets']).length),
    ageColumn,
  ],
  '/persistentvolumeclaims': [
    nameColumn,
    column('Status', 'string', (object) =>
      object.metadata.deletionTimestamp ? 'Terminating' : (at(object, 'status', 'phase') ?? ''),
    ),
    column('Volume', 'string', text('spec', 'volumeName')),
    column('Capacity', 'string', text('status', 'capacity', 'storage')),
    column('Access Modes', 'string', (object) => accessModes(at(object, 'status', 'accessModes'))),
    column('StorageClass', 'string', text('spec', 'storageClassName')),
    column(
      'VolumeAttributesClass',
      'string',
      (object) => at(object, 'spec', 'volumeAttributesClassName') ?? '<unset>',
    ),
    ageColumn,
    wide('VolumeMode', 'string', text('spec', 'volumeMode')),
  ],
  '/nodes': [
    nameColumn,
    column('Status', 'string', nodeStatus),
    column('Roles', 'string', nodeRoles),
    ageColumn,
    column('Version', 'string', text('status', 'nodeInfo', 'kubeletVersion')),
  ],
  '/events': [
    column('Last Seen', 'string', lastSeen),
    column('Type', 'string', text('type')),
    column('Reason', 'string', text('reason')),
    column('Object', 'string', eventObject),
    column('Message', 'string', (object) => String(object['message'] ?? '').trim()),
    { ...nameColumn, priority: 1 },
  ],
  'apps/deployments': [
    nameColumn,
    column('Ready', 'string', ready),
    column('Up-to-date', 'string', number('status', 'updatedReplicas')),
    column('Available', 'string', number('status', 'availableReplicas')),
    ageColumn,
    ...workloadColumns,
  ],
  '/replicationcontrollers': [
    ...replicaColumns,
    ...templateColumns,
    wide('Selector', 'string', (object) => mapText(at(object, 'spec', 'selector'))),
  ],
  'apps/replicasets': [...replicaColumns, ...workloadColumns],
  'apps/statefulsets': [nameColumn, column('Ready', 'string', ready), ageColumn, ...templateColumns],
  'apps/daemonsets': [
    nameColumn,
    column('Desired', 'integer', number('status', 'desiredNumberScheduled')),
    column('Current', 'integer', number('status', 'currentNumberScheduled')),
    column('Ready', 'integer', number('status', 'numberReady')),
    column('Up-to-date', 'integer', number('status', 'updatedNumberScheduled')),
    column('Available', 'integer', number('status', 'numberAvailable')),
    column('Node Selector', 'string', (object) =>
      mapText(at(object, 'spec', 'template', 'spec', 'nodeSelector')),
    ),
    ageColumn,
    ...workloadColumns,
  ],
  'batch/jobs': [
    nameColumn,
    column('Status', 'string', jobStatus),
    column(
      'Completions',
      'string',
      (object) =>
        `${count(at(object, 'status', 'succeeded'))}/${desired(at(object, 'spec', 'completions') ?? 1)}`,
    ),
    column('Duration', 'string', jobDuration),
    ageColumn,
    ...workloadColumns,
  ],
  'rbac.authorization.k8s.io/roles': createdAt,
  'rbac.authorization.k8s.io/clusterroles': createdAt,
  'rbac.authorization.k8s.io/rolebindings': bindingColumns,
  'rbac.authorization.k8s.io/clusterrolebindings': bindingColumns,
  'apiextensions.k8s.io/customresourcedefinitions': createdAt,
};

const shortModes: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

function accessModes(modes: unknown): string {
  return (Array.isArray(modes) ? modes : []).map((mode) => shortModes[String(mode)] ?? '').join(',');
}
