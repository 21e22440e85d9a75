/** The fields of built-in kinds that field selectors know, besides `metadata.name` and `metadata.namespace`. */
const ofResource: Readonly<Record<string, readonly string[]>> = {
  '/pods': [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'status.phase',
    'status.podIP',
    'status.nominatedNodeName',
  ],
  '/events': [
    'involvedObject.kind',
    'involvedObject.namespace',
    'involvedObject.name',
    'involvedObject.uid',
    'involvedObject.apiVersion',
    'involvedObject.resourceVersion',
    'involvedObject.fieldPath',
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
  '/namespaces': ['status.phase'],
  '/nodes': ['spec.unschedulable'],
  '/secrets': ['type'],
  '/services': ['spec.clusterIP', 'spec.type'],
  'batch/jobs': ['status.successful'],
};

/** Fields that have another name in stored objects: the API server stores Events of both groups in one form. */
const storedNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'events.k8s.io/events': {
    ...Object.fromEntries(
      ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'].map((field) => [
        `regarding.${field}`,
        `involvedObject.${field}`,
      ]),
    ),
    reportingController: 'reportingComponent',
    reason: 'reason',
    type: 'type',
  },
};

/** The selectable fields of a built-in resource; undefined if it has only those that every resource has. */
export function selectableFields(group: string, plural: string): readonly string[] | undefined {
  const resource = `${group}/${plural}`;
  const renamed = storedNames[resource];
  return renamed === undefined ? ofResource[resource] : Object.keys(renamed);
}

/** The path of a selectable field in stored objects. */
export function storedField(group: string, plural: string, field: string): string {
  return storedNames[`${group}/${plural}`]?.[field] ?? field;
}
