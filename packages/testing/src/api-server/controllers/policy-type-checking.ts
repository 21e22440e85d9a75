import { type ParamKind, typeCheck, type ValidatingAdmissionPolicy } from '@opgen/rules/policies';
import { configurationGroup } from '../admission/webhook-configuration.ts';
import { applyConfiguration } from '../apply/apply-configuration.ts';
import type { Core } from '../core.ts';
import { apiVersionOf, type Resource } from '../resources/resource.ts';
import type { Change } from '../storage/store.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { commit, fieldOwnership } from '../verbs/write.ts';

const table = `${configurationGroup}/validatingadmissionpolicies`;
const manager = 'validatingadmissionpolicy-status';
/** Of one rule, like kube-controller-manager. */
const mostKinds = 10;

/** Writes the type errors of ValidatingAdmissionPolicies to their status, as kube-controller-manager does. */
export class PolicyTypeChecking {
  readonly #core: Core;
  readonly #due = new Set<string>();

  constructor(core: Core) {
    this.#core = core;
  }

  /** Records a change. True if there is work to do. */
  changed({ table: changed, type, object }: Change): boolean {
    if (changed !== table) return false;
    if (type === 'DELETED' || isChecked(object)) this.#due.delete(object.metadata.name);
    else this.#due.add(object.metadata.name);
    return this.#due.size > 0;
  }

  run(): void {
    const { registry, store } = this.#core;
    const resource = registry.ofTable(table);
    for (const name of this.#due) {
      const policy = store.find(table, undefined, name);
      if (policy !== undefined && resource !== undefined && !isChecked(policy)) this.#check(resource, policy);
    }
    this.#due.clear();
  }

  #check(resource: Resource, stored: StoredObject): void {
    const policy = stored as unknown as ValidatingAdmissionPolicy;
    const { paramKind } = policy.spec;
    const params = paramKind && this.#kindOf(paramKind);
    const warnings = typeCheck(policy, this.#kindsOf(policy), params, resource.resolve);
    const { apiVersion, kind, metadata } = stored;
    const typeChecking = warnings.length === 0 ? {} : { expressionWarnings: warnings };
    const { object } = applyConfiguration({
      ...fieldOwnership(this.#core, { resource, manager, subresource: 'status' }),
      live: stored,
      config: {
        apiVersion,
        kind,
        metadata: { name: metadata.name },
        status: { observedGeneration: metadata.generation, typeChecking },
      },
      force: true,
    });
    commit(this.#core, resource, object as StoredObject);
  }

  /** The kinds that the rules of a policy name, without wildcards and subresources. */
  #kindsOf({ spec }: ValidatingAdmissionPolicy): Resource[] {
    const found = new Set<Resource>();
    for (const { apiGroups, apiVersions, resources } of spec.matchConstraints?.resourceRules ?? []) {
      if ([...apiGroups, ...apiVersions].includes('*')) continue;
      const named = resources.filter((resource) => !/[*/]/.test(resource)).toSorted();
      const kinds = apiGroups
        .toSorted()
        .flatMap((group) =>
          apiVersions
            .toSorted()
            .flatMap((version) =>
              named.flatMap((resource) => this.#core.registry.find(group, version, resource) ?? []),
            ),
        );
      kinds.slice(0, mostKinds).forEach((kind) => found.add(kind));
    }
    return [...found].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }

  #kindOf({ apiVersion, kind }: ParamKind): Resource | undefined {
    return this.#core.registry.all().find((each) => apiVersionOf(each) === apiVersion && each.kind === kind);
  }
}

function keyOf({ group, version, kind }: Resource): string {
  return [group, version, kind].join('\0');
}

function isChecked({ metadata, status }: StoredObject): boolean {
  const { observedGeneration = 0 } = (status ?? {}) as { observedGeneration?: number };
  return (metadata.generation ?? 0) <= observedGeneration;
}
