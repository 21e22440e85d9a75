import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { Actions, Moment, ObjectView, StreamMessage } from '../model/messages.ts';
import { byUid, modelOf, type PageModel, updated } from '../model/page-model.ts';
import { Connection, type ConnectionState, tokenIn } from './connection.ts';

/** An earlier moment that the page shows instead of the present. */
export interface Past {
  readonly moment: Moment;
  readonly objects: ReadonlyMap<string, ObjectView>;
}

/** The state of the page. */
export interface PageView {
  readonly connection: ConnectionState;
  /** Undefined until the first message. */
  readonly model: PageModel | undefined;
  readonly panel: string;
  /** The uid of the selected object. */
  readonly selected: string | undefined;
  /** The id of the selected reconcile. */
  readonly run: string | undefined;
  readonly past: Past | undefined;
}

/** Holds the state of the page and tells components when it changes. */
export class Store {
  readonly #connection: Connection;
  readonly #token: string;
  readonly #listeners = new Set<() => void>();
  #view: PageView;
  /** The moment that was last asked for. */
  #wanted: number | undefined;

  constructor(fragment: string) {
    this.#token = tokenIn(fragment);
    this.#connection = new Connection(this.#token);
    // A reload keeps the place.
    const place = new URLSearchParams(fragment.slice(this.#token.length + 2));
    this.#view = {
      connection: 'connecting',
      model: undefined,
      panel: place.get('panel') ?? 'objects',
      selected: place.get('object') ?? undefined,
      run: place.get('run') ?? undefined,
      past: undefined,
    };
  }

  get view(): PageView {
    return this.#view;
  }

  connect(): void {
    void this.#connection.listen(
      (message) => this.#receive(message),
      (connection) => this.#set({ connection }),
    );
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  act<Name extends keyof Actions>(name: Name, body: Actions[Name]['body']): Promise<Actions[Name]['result']> {
    return this.#connection.act(name, body);
  }

  open(place: Partial<Pick<PageView, 'panel' | 'selected' | 'run'>>): void {
    this.#set(place);
    const { panel, run, selected } = this.#view;
    const parts = new URLSearchParams({ panel });
    if (selected !== undefined) parts.set('object', selected);
    if (run !== undefined) parts.set('run', run);
    history.replaceState(null, '', `#${this.#token}&${parts}`);
  }

  /** Shows the objects as they were right after a moment. */
  async goTo(moment: Moment): Promise<void> {
    this.#wanted = moment.id;
    const objects = byUid(await this.act('past', { moment: moment.id }));
    // A slider that moves on wants only the last.
    if (this.#wanted === moment.id) this.#set({ past: { moment, objects } });
  }

  goToPresent(): void {
    this.#wanted = undefined;
    this.#set({ past: undefined });
  }

  #receive(message: StreamMessage): void {
    if ('snapshot' in message) this.#set({ model: modelOf(message.snapshot) });
    else if (this.#view.model !== undefined) this.#set({ model: updated(this.#view.model, message.update) });
  }

  #set(change: Partial<PageView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}

const StoreContext = createContext<Store | undefined>(undefined);
export const StoreProvider = StoreContext.Provider;

export function useStore(): Store {
  const store = useContext(StoreContext);
  if (store === undefined) throw new Error('no store');
  return store;
}

/** The state of the page; renders again when it changes. */
export function useView(): PageView {
  const store = useStore();
  const [view, setView] = useState(store.view);
  useEffect(() => {
    setView(store.view);
    return store.subscribe(() => setView(store.view));
  }, [store]);
  return view;
}

/** The model; panels are only shown once it exists. */
export function useModel(): PageModel {
  const { model } = useView();
  if (model === undefined) throw new Error('no model');
  return model;
}

/** The objects at the moment that the page shows. */
export function useObjects(): ReadonlyMap<string, ObjectView> {
  const { model, past } = useView();
  return past?.objects ?? model?.objects ?? new Map();
}

/** The moment that the page shows, in milliseconds: that of the slider, or now. */
export function useNow(): number {
  const { past } = useView();
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return past === undefined ? now : Date.parse(past.moment.time);
}
