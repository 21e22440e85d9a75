import { expect, onTestFinished } from 'vitest';
import type { Scene } from './scene.ts';
import type { Answer } from './target.ts';

const root = '/apis/admissionregistration.k8s.io/v1';
const settling = { timeout: 20_000, interval: 100 };

/** A policy of a case; missing fields get defaults. It matches only the namespace of the case. */
export interface GivenPolicy {
  /** The first part of its name; the second is the namespace of the case. */
  id?: string;
  /** Fields of the matchConstraints. */
  match?: object;
  /** Its bindings; by default one that is called `bound`. Fields other than the id are those of the spec. */
  bindings?: { id?: string; [field: string]: unknown }[];
  [field: string]: unknown;
}

export type PolicyKind = 'Validating' | 'Mutating';

/** Creates policies and their bindings. Resolves once the server applies them. */
export async function withPolicies(
  scene: Scene,
  kind: PolicyKind,
  ...policies: readonly GivenPolicy[]
): Promise<void> {
  for (const policy of policies) await install(scene, kind, policy);
  await untilApplied(scene, kind);
}

/** The name of a policy or binding of a case. */
export function policyName(scene: Scene, id: string): string {
  return `${id}.${scene.namespace}`;
}

/** The path of a policy or of a binding. */
export function policyPath(scene: Scene, kind: PolicyKind, id: string): string {
  return `${collection(`${kind}AdmissionPolicy`)}/${policyName(scene, id)}`;
}

/** Creates a policy or a binding as it is, without waiting. */
export async function post(
  scene: Scene,
  kind: string,
  id: string,
  spec: object,
  query = '',
): Promise<Answer> {
  const path = collection(kind);
  const name = policyName(scene, id);
  const answer = await scene.send('POST', path + query, {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: { name },
    spec,
  });
  if (answer.status === 201 && query === '')
    onTestFinished(async () => void (await scene.delete(`${path}/${name}`)));
  return answer;
}

function collection(kind: string): string {
  return `${root}/${kind.toLowerCase().replace(/y$/, 'ie')}s`;
}

/** The spec of a policy of a case. */
export function policySpec(scene: Scene, kind: PolicyKind, { match = {}, ...given }: GivenPolicy): object {
  const { id: _id, bindings: _bindings, ...spec } = given;
  return {
    matchConstraints: {
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': scene.namespace } },
      resourceRules: [everyWriteOf('configmaps', kind)],
      ...match,
    },
    ...(kind === 'Mutating' && { reinvocationPolicy: 'Never' }),
    ...spec,
  };
}

/** Every write of a resource that a policy of this kind can match. */
export function everyWriteOf(resource: string, kind: PolicyKind = 'Validating', group = ''): object {
  const operations = kind === 'Mutating' ? ['CREATE', 'UPDATE'] : ['*'];
  return { apiGroups: [group], apiVersions: ['*'], operations, resources: [resource] };
}

async function install(scene: Scene, kind: PolicyKind, given: GivenPolicy): Promise<void> {
  const { id = 'policy', bindings = [{}] } = given;
  requireCreated(await post(scene, `${kind}AdmissionPolicy`, id, policySpec(scene, kind, given)));
  for (const { id: name = 'bound', ...spec } of bindings) {
    requireCreated(
      await post(scene, `${kind}AdmissionPolicyBinding`, name, {
        policyName: policyName(scene, id),
        ...(kind === 'Validating' && { validationActions: ['Deny'] }),
        ...spec,
      }),
    );
  }
}

function requireCreated({ status, text }: Answer): void {
  expect(status, text).toBe(201);
}

/**
 * A real server reads policies and bindings once a second, in the order in which they were created. It applies those
 * of a case once it applies another policy, which the case does not notice.
 */
async function untilApplied(scene: Scene, kind: PolicyKind): Promise<void> {
  const match = { resourceRules: [everyWriteOf('leases', kind, 'coordination.k8s.io')] };
  const effect =
    kind === 'Validating'
      ? { validations: [{ expression: 'false' }] }
      : { mutations: [apply("Object{metadata: Object.metadata{labels: {'applied': 'yes'}}}")] };
  await install(scene, kind, { id: 'marker', match, bindings: [{ id: 'marker' }], ...effect });
  const isApplied = async (): Promise<boolean> => {
    const answer = await scene.post('leases', { metadata: { name: 'marker' } }, '?dryRun=All');
    return kind === 'Validating'
      ? answer.status === 422
      : answer.object.metadata.labels?.['applied'] === 'yes';
  };
  await expect.poll(isApplied, settling).toBe(true);
}

/** A mutation by an apply configuration. */
export function apply(expression: string): object {
  return { patchType: 'ApplyConfiguration', applyConfiguration: { expression } };
}

/** A mutation by a JSON patch. */
export function jsonPatch(expression: string): object {
  return { patchType: 'JSONPatch', jsonPatch: { expression } };
}
