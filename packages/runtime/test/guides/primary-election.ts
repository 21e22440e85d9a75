import { type Client, type Clock, done, type Request, type Result, systemClock } from '@opgen/runtime';
import { PrimaryElection } from '@opgen/runtime/election';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { Database } from './plans.ts';

// +rbac:groups=demo.example.com,resources=databases,verbs=get;list;watch
// +rbac:groups=demo.example.com,resources=databases/finalizers,verbs=update
// +rbac:groups="",resources=pods,verbs=get;list;watch;patch
// +rbac:groups=coordination.k8s.io,resources=leases,verbs=get;create;update
export class DatabaseReconciler {
  readonly #client: Client;
  readonly #election: PrimaryElection;

  constructor(client: Client, clock: Clock = systemClock) {
    this.#client = client;
    this.#election = new PrimaryElection({ client, clock });
  }

  async reconcile(request: Request): Promise<Result> {
    const owner = await this.#client.find(Database, request);
    if (owner === undefined) return done;
    const { items: pods } = await this.#client.list(Pod, selectorOf(owner));
    const { recheckAfter } = await this.#election.run({ owner, pods });
    return { type: 'requeueAfter', delay: recheckAfter };
  }
}

function selectorOf({ metadata: { name, namespace = '' } }: Database) {
  return { namespace, labelSelector: { 'app.kubernetes.io/instance': name } };
}
