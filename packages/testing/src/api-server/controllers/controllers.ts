import type { Core } from '../core.ts';
import type { Change } from '../storage/store.ts';
import { DefinitionCleanup } from './definition-cleanup.ts';
import { GarbageCollector } from './garbage-collector.ts';
import { NamespaceContents } from './namespace-contents.ts';
import { NamespaceController } from './namespaces.ts';
import { PolicyTypeChecking } from './policy-type-checking.ts';
import { ResourceQuotaController } from './resource-quotas.ts';
import { StorageProtection } from './storage-protection.ts';

interface Controller {
  changed(change: Change): boolean;
  run(): void;
}

export interface ControllersOptions {
  /**
   * The garbage collector, the deletion of namespaces, the protection of claims and volumes, the usage of quotas, and
   * the type check of policies.
   */
  readonly ofManager: boolean;
  /** Gives each namespace a default ServiceAccount and `kube-root-ca.crt`. Default: no. */
  readonly fillsNamespaces?: boolean;
  /** Owners exist until they are deleted here, even if they are not stored. Default: no. */
  readonly assumesOwners?: boolean;
}

/**
 * The controllers inside the API server, and on request those of kube-controller-manager that handle all kinds.
 * They run between requests, never within one.
 */
export class Controllers {
  readonly #controllers: readonly Controller[];
  readonly #unsubscribe: () => void;
  #scheduled: NodeJS.Immediate | undefined;

  constructor(core: Core, { ofManager, fillsNamespaces = false, assumesOwners = false }: ControllersOptions) {
    this.#controllers = [
      new DefinitionCleanup(core),
      ...(ofManager
        ? [
            new GarbageCollector(core, { assumesOwners }),
            new NamespaceController(core),
            new StorageProtection(core),
            new ResourceQuotaController(core),
            new PolicyTypeChecking(core),
          ]
        : []),
      ...(fillsNamespaces ? [new NamespaceContents(core)] : []),
    ];
    // Continues the work of an earlier server, such as the deletion of a namespace.
    for (const [table, objects] of core.store.tables())
      for (const object of objects)
        this.#changed({ type: 'ADDED', revision: core.store.revision, table, object });
    this.#unsubscribe = core.store.subscribe((change) => this.#changed(change));
    if (fillsNamespaces) this.#scheduled = setImmediate(() => this.#run());
  }

  /** Whether there is nothing left to do. */
  get isIdle(): boolean {
    return this.#scheduled === undefined;
  }

  stop(): void {
    this.#unsubscribe();
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
  }

  #changed(change: Change): void {
    const isDue = this.#controllers.map((controller) => controller.changed(change)).includes(true);
    if (isDue) this.#scheduled ??= setImmediate(() => this.#run());
  }

  #run(): void {
    this.#scheduled = undefined;
    for (const controller of this.#controllers) controller.run();
  }
}
