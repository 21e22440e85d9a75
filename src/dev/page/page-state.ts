import type { Run } from '@opgen/runtime/runs';
import { History } from './history.ts';
import type {
  ClusterView,
  KindView,
  ObjectView,
  PageObject,
  Snapshot,
  StreamMessage,
  Topics,
  Update,
} from './model/messages.ts';
import { objectView } from './object-view.ts';

/** More runs than a timeline can show; the same number as the page keeps. */
const mostRuns = 2_000;
/** Milliseconds. Changes within this time are one message: people do not see the difference. */
const updateInterval = 60;

type Listener = (message: StreamMessage) => void;

/** What the page shows, and who is connected. */
export class PageState {
  readonly history = new History();
  readonly #about: { project: string; cluster: ClusterView };
  readonly #now: () => Date;
  readonly #objects = new Map<string, ObjectView>();
  readonly #runs: Run[] = [];
  readonly #listeners = new Set<Listener>();
  #kinds: readonly KindView[] = [];
  #topics: Partial<Topics> = {};
  #pending: PendingUpdate | undefined;

  constructor(about: { project: string; cluster: ClusterView }, now: () => Date) {
    this.#about = about;
    this.#now = now;
  }

  /** Sends a snapshot, and then each update. Call the returned function to end it. */
  subscribe(listener: Listener): () => void {
    this.#flush();
    this.#listeners.add(listener);
    listener({ snapshot: this.#snapshot() });
    return () => void this.#listeners.delete(listener);
  }

  find(uid: string): ObjectView | undefined {
    return this.#objects.get(uid);
  }

  setKinds(kinds: readonly KindView[]): void {
    this.#kinds = kinds;
    this.#update().kinds = kinds;
  }

  setObject(object: PageObject): void {
    const { uid } = object.metadata;
    const view = objectView(object);
    const moment = this.history.record(this.#now(), this.#objects.get(uid), view);
    this.#objects.set(uid, view);
    const update = this.#update();
    update.gone.delete(uid);
    update.objects.set(uid, view);
    if (moment !== undefined) update.moments.push(moment);
  }

  deleteObject(uid: string): void {
    const old = this.#objects.get(uid);
    if (old === undefined) return;
    const moment = this.history.record(this.#now(), old, undefined);
    this.#objects.delete(uid);
    const update = this.#update();
    update.objects.delete(uid);
    update.gone.add(uid);
    if (moment !== undefined) update.moments.push(moment);
  }

  addRun(run: Run): void {
    this.#runs.push(run);
    if (this.#runs.length > mostRuns) this.#runs.shift();
    this.#update().runs.push(run);
  }

  publish<Name extends keyof Topics>(name: Name, value: Topics[Name]): void {
    this.#topics = { ...this.#topics, [name]: value };
    const update = this.#update();
    update.topics = { ...update.topics, [name]: value };
  }

  #snapshot(): Snapshot {
    return {
      ...this.#about,
      kinds: this.#kinds,
      objects: [...this.#objects.values()],
      runs: [...this.#runs],
      moments: this.history.moments,
      topics: this.#topics,
    };
  }

  #update(): PendingUpdate {
    if (this.#pending === undefined) {
      this.#pending = { objects: new Map(), gone: new Set(), runs: [], moments: [] };
      setTimeout(() => this.#flush(), updateInterval).unref();
    }
    return this.#pending;
  }

  #flush(): void {
    if (this.#pending === undefined) return;
    const { gone, kinds, moments, objects, runs, topics } = this.#pending;
    this.#pending = undefined;
    const update: Update = {
      ...(kinds && { kinds }),
      ...(objects.size > 0 && { objects: [...objects.values()] }),
      ...(gone.size > 0 && { gone: [...gone] }),
      ...(runs.length > 0 && { runs }),
      ...(moments.length > 0 && { moments }),
      ...(topics && { topics }),
    };
    for (const listener of this.#listeners) listener({ update });
  }
}

interface PendingUpdate {
  kinds?: readonly KindView[];
  readonly objects: Map<string, ObjectView>;
  readonly gone: Set<string>;
  readonly runs: Run[];
  readonly moments: NonNullable<Update['moments']>[number][];
  topics?: Partial<Topics>;
}
