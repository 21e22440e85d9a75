// SPDX-License-Identifier: Apache-2.0

import { type EtcdProcess, type EtcdRunner, flag } from './etcd-process.ts';

/** Plays etcd where its binary is not built: membership, keys and majorities. The same tests run on the real one. */
export function fakeEtcd(): EtcdRunner {
  const clusters = new Map<string, FakeCluster>();
  const processes = new Map<string, FakeProcess>();
  /** The ID of the member whose data is on a volume. */
  const volumes = new Map<string, string>();
  return {
    async start(args, volume) {
      const token = flag(args, 'initial-cluster-token');
      const url = flag(args, 'initial-advertise-peer-urls');
      const id = volumes.get(volume);
      let cluster = clusters.get(token);
      if (id === undefined && flag(args, 'initial-cluster-state') === 'new') {
        cluster = new FakeCluster(url);
        clusters.set(token, cluster);
      }
      const member = cluster?.members.find((each) => (id === undefined ? each.url === url : each.ID === id));
      if (cluster === undefined || member === undefined || (id === undefined && !cluster.accepts(member)))
        return failed;
      const process = new FakeProcess(cluster, member);
      member.name = flag(args, 'name');
      member.process = process;
      volumes.set(volume, member.ID);
      processes.set(new URL(flag(args, 'advertise-client-urls')).host, process);
      return process;
    },
    fetch: async (input, init) => {
      const { host, pathname } = new URL(String(input));
      const process = processes.get(host);
      if (process?.isRunning !== true) throw new TypeError('fetch failed');
      const [status, body] = process.answer(pathname, JSON.parse(String(init?.body ?? '{}')) as Body);
      return Response.json(body, { status });
    },
    async erase(volume) {
      volumes.delete(volume);
    },
    stop: async () => {},
  };
}

/** A process that has ended at once, because its flags are wrong. */
const failed: EtcdProcess = { isRunning: false, kill: async () => {} };

/** The fields of all requests. */
interface Body {
  ID?: string;
  key?: string;
  value?: string;
  peerURLs?: string[];
  isLearner?: boolean;
}

interface FakeMember {
  ID: string;
  name: string;
  url: string;
  isLearner: boolean;
  process?: FakeProcess | undefined;
}

let count = 0;

class FakeCluster {
  readonly id = nextId();
  readonly keys = new Map<string, string>();
  members: FakeMember[];

  constructor(url: string) {
    this.members = [{ ID: nextId(), name: '', url, isLearner: false }];
  }

  add(url: string, isLearner: boolean): void {
    if (this.members.some((member) => member.url === url)) throw new Refused(9, 'Peer URLs already exists');
    if (isLearner && this.members.some((member) => member.isLearner))
      throw new Refused(9, 'too many learner members in cluster');
    this.members.push({ ID: nextId(), name: '', url, isLearner });
  }

  promote(ID: string): void {
    const learner = this.#find(ID);
    if (learner.process?.isRunning !== true)
      throw new Refused(9, 'can only promote a learner member which is in sync with leader');
    learner.isLearner = false;
  }

  remove(ID: string): void {
    const removed = this.#find(ID);
    this.members = this.members.filter((member) => member !== removed);
    void removed.process?.kill();
  }

  /** Only a member that has never run may start without data. */
  accepts({ name }: FakeMember): boolean {
    return name === '' && (this.members.length === 1 || this.hasQuorum);
  }

  get hasQuorum(): boolean {
    const voters = this.members.filter(({ isLearner }) => !isLearner);
    return voters.filter(({ process }) => process?.isRunning === true).length > voters.length / 2;
  }

  #find(ID: string): FakeMember {
    const member = this.members.find((each) => each.ID === ID);
    if (member === undefined) throw new Refused(5, 'member not found');
    return member;
  }
}

function nextId(): string {
  count += 1;
  return String(count);
}

class Refused extends Error {
  /** A status code of gRPC. */
  readonly code: number;

  constructor(code: number, message: string) {
    super(`etcdserver: ${message}`);
    this.code = code;
  }
}

class FakeProcess implements EtcdProcess {
  readonly #cluster: FakeCluster;
  readonly #member: FakeMember;
  isRunning = true;

  constructor(cluster: FakeCluster, member: FakeMember) {
    this.#cluster = cluster;
    this.#member = member;
  }

  async kill(): Promise<void> {
    this.isRunning = false;
  }

  answer(path: string, body: Body): [status: number, answer: object] {
    try {
      if (!this.#cluster.hasQuorum) throw new Refused(14, 'no leader');
      return [200, this.#handle(path, body)];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return [error.code === 5 ? 404 : 503, { code: error.code, message: error.message }];
    }
  }

  #handle(path: string, { ID = '', key = '', value = '', peerURLs = [], isLearner = false }: Body): object {
    const cluster = this.#cluster;
    switch (path) {
      case '/readyz':
        if (this.#member.isLearner) throw new Refused(14, 'rpc not supported for learner');
        return {};
      case '/v3/cluster/member/list':
        return { header: { cluster_id: cluster.id }, members: cluster.members.map(shown) };
      case '/v3/cluster/member/add':
        cluster.add(peerURLs[0] ?? '', isLearner);
        return {};
      case '/v3/cluster/member/promote':
        cluster.promote(ID);
        return {};
      case '/v3/cluster/member/remove':
        cluster.remove(ID);
        return {};
      case '/v3/kv/put':
        cluster.keys.set(key, value);
        return {};
      case '/v3/kv/range':
        return { kvs: [...cluster.keys].map((entry) => ({ key: entry[0], value: entry[1] })) };
      default:
        throw new Refused(12, `unknown path ${path}`);
    }
  }
}

function shown({ ID, name, url, isLearner }: FakeMember): object {
  return { ID, peerURLs: [url], ...(name !== '' && { name }), ...(isLearner && { isLearner }) };
}
