/** The types that pepr-watch.ts uses. The benchmark installs the package; the repository does not depend on it. */
declare module 'kubernetes-fluent-client' {
  export class GenericKind {
    apiVersion?: string;
    kind?: string;
  }

  export function RegisterKind(
    model: typeof GenericKind,
    kind: { group: string; version: string; kind: string; plural: string },
  ): void;

  export function K8s(model: typeof GenericKind): {
    Watch(callback: (object: GenericKind, phase: string) => void): Watcher;
  };

  export interface Watcher {
    events: NodeJS.EventEmitter;
    start(): Promise<AbortController>;
    close(): void;
  }

  export enum WatchEvent {
    LIST_ERROR = 'list_error',
    NETWORK_ERROR = 'network_error',
    WATCH_ERROR = 'watch_error',
  }
}
