// SPDX-License-Identifier: Apache-2.0

/** The members of an etcd cluster, as a majority of them agrees on. */
export interface Membership {
  clusterID: string;
  members: Member[];
  /** The client URL of the member that answered. */
  endpoint: string;
}

export interface Member {
  /** A 64-bit number, which JSON transports as text. */
  id: string;
  /** The first label of the host in its peer URL. A member has it before it has started for the first time. */
  name: string;
  /** Whether it has joined the cluster. */
  isStarted: boolean;
  /** A learner receives the data, but does not count towards the majority. */
  isLearner: boolean;
}

/** An answer of etcd other than success. */
export class EtcdError extends Error {
  override readonly name = 'EtcdError';
  /** A status code of gRPC. */
  readonly code: number;

  constructor(message: string, code: number) {
    super(message);
    this.code = code;
  }

  /** The cluster is not in the state that the request needs: a learner lags behind, or too few members are started. */
  get isPremature(): boolean {
    return this.code === failedPrecondition || this.code === unavailable;
  }
}

const notFound = 5;
const failedPrecondition = 9;
const unavailable = 14;

/** Speaks the JSON API of etcd's gRPC gateway. */
export class EtcdApi {
  readonly #fetch: typeof fetch;

  constructor(send: typeof fetch = fetch) {
    this.#fetch = send;
  }

  /**
   * Reads the membership from the first member that answers for a majority. Undefined if none does: then the cluster has
   * lost its quorum, or is not reachable.
   */
  async membership(endpoints: readonly string[]): Promise<Membership | undefined> {
    // Without `linearizable`, a member answers from its own memory, which a partitioned one would not know to be stale.
    const answers = endpoints.map(async (endpoint) => {
      const { header, members } = await this.#post<ListAnswer>(endpoint, 'member/list', {
        linearizable: true,
      });
      return { clusterID: header.cluster_id, members: members.map(memberOf), endpoint };
    });
    return Promise.any(answers).catch(() => undefined);
  }

  /** Adds a learner: it can lag behind without putting the majority at risk. */
  async addLearner({ endpoint }: Membership, peerURL: string): Promise<void> {
    await this.#post(endpoint, 'member/add', { peerURLs: [peerURL], isLearner: true });
  }

  /** Gives a learner its vote. */
  async promote({ endpoint }: Membership, { id }: Member): Promise<void> {
    await this.#post(endpoint, 'member/promote', { ID: id });
  }

  /** Removes a member. One that is not a member anymore is not an error. */
  async remove({ endpoint }: Membership, { id }: Member): Promise<void> {
    await this.#post(endpoint, 'member/remove', { ID: id }).catch((error: unknown) => {
      if (!(error instanceof EtcdError && error.code === notFound)) throw error;
    });
  }

  async #post<Answer>(endpoint: string, path: string, body: object): Promise<Answer> {
    const response = await this.#fetch(`${endpoint}/v3/cluster/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(3000),
    });
    const answer = (await response.json()) as Answer & { message?: string; code?: number };
    if (!response.ok) throw new EtcdError(answer.message ?? response.statusText, answer.code ?? 0);
    return answer;
  }
}

interface ListAnswer {
  header: { cluster_id: string };
  members: ListedMember[];
}

/** etcd leaves out what is empty or false. */
interface ListedMember {
  ID: string;
  name?: string;
  peerURLs: string[];
  isLearner?: boolean;
}

function memberOf({ ID, name = '', peerURLs: [url = ''], isLearner = false }: ListedMember): Member {
  const [host = ''] = new URL(url).hostname.split('.');
  return { id: ID, name: host, isStarted: name !== '', isLearner };
}
