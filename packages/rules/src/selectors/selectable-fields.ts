/** A field that field selectors know. */
interface SelectableField {
  /** The path in stored objects, if it is not the name of the field. */
  readonly path?: string;
  /** What an absent field counts as: the zero value of its Go type. Default: the empty string. */
  readonly absent?: string;
}

type SelectableFields = Readonly<Record<string, SelectableField>>;

const text: SelectableField = {};
const flag: SelectableField = { absent: 'false' };

/** The fields of built-in kinds that field selectors know, besides `metadata.name` and `metadata.namespace`. */
const ofResource: Readonly<Record<string, SelectableFields>> = {
  '/pods': {
    'spec.nodeName': text,
    'spec.restartPolicy': text,
    'spec.schedulerName': text,
    'spec.serviceAccountName': text,
    'spec.hostNetwork': flag,
    'status.phase': text,
    'status.podIP': text,
    'status.nominatedNodeName': text,
  },
  '/events': {
    'involvedObject.kind': text,
    'involvedObject.namespace': text,
    'involvedObject.name': text,
    'involvedObject.uid': text,
    'involvedObject.apiVersion': text,
    'involvedObject.resourceVersion': text,
    'involvedObject.fieldPath': text,
    reason: text,
    reportingComponent: text,
    source: text,
    type: text,
  },
  // The API server stores Events of both groups in one form.
  'events.k8s.io/events': {
    'regarding.kind': { path: 'involvedObject.kind' },
    'regarding.namespace': { path: 'involvedObject.namespace' },
    'regarding.name': { path: 'involvedObject.name' },
    'regarding.uid': { path: 'involvedObject.uid' },
    'regarding.apiVersion': { path: 'involvedObject.apiVersion' },
    'regarding.resourceVersion': { path: 'involvedObject.resourceVersion' },
    'regarding.fieldPath': { path: 'involvedObject.fieldPath' },
    reportingController: { path: 'reportingComponent' },
    reason: text,
    type: text,
  },
  '/namespaces': { 'status.phase': text },
  '/nodes': { 'spec.unschedulable': flag },
  '/replicationcontrollers': { 'status.replicas': { absent: '0' } },
  '/secrets': { type: text },
  '/services': { 'spec.clusterIP': text, 'spec.type': text },
  'batch/jobs': { 'status.successful': { path: 'status.succeeded', absent: '0' } },
  'certificates.k8s.io/certificatesigningrequests': { 'spec.signerName': text },
  'resource.k8s.io/resourceslices': { 'spec.nodeName': text, 'spec.driver': text },
};

/** The selectable fields of a built-in resource; undefined if it has only those that every resource has. */
export function selectableFields(group: string, plural: string): readonly string[] | undefined {
  const fields = ofResource[`${group}/${plural}`];
  return fields && Object.keys(fields);
}

/** Where the value of a selectable field is in stored objects, and what counts if it is absent. */
export function storedField(group: string, plural: string, field: string): { path: string; absent: string } {
  const { path = field, absent = '' } = ofResource[`${group}/${plural}`]?.[field] ?? {};
  return { path, absent };
}
