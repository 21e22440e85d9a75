import { dirname, isAbsolute, join } from 'node:path';
import { isObject } from '@opgen/rules/json';

/** A kubeconfig with its lists indexed by name. */
export interface KubeConfig {
  readonly currentContext: string | undefined;
  readonly contexts: ReadonlyMap<string, ContextEntry>;
  readonly clusters: ReadonlyMap<string, ClusterEntry>;
  readonly users: ReadonlyMap<string, UserEntry>;
}

export interface ContextEntry {
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
}

export interface ClusterEntry {
  readonly server?: string;
  readonly 'certificate-authority'?: string;
  readonly 'certificate-authority-data'?: string;
  readonly 'insecure-skip-tls-verify'?: boolean;
  readonly 'tls-server-name'?: string;
  readonly 'proxy-url'?: string;
  readonly extensions?: readonly { readonly name: string; readonly extension: unknown }[];
}

export interface UserEntry {
  readonly 'client-certificate'?: string;
  readonly 'client-certificate-data'?: string;
  readonly 'client-key'?: string;
  readonly 'client-key-data'?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
  readonly as?: string;
  readonly 'as-uid'?: string;
  readonly 'as-groups'?: readonly string[];
  readonly 'as-user-extra'?: Readonly<Record<string, readonly string[]>>;
  readonly exec?: ExecEntry;
  readonly 'auth-provider'?: { readonly name: string; readonly config?: Readonly<Record<string, string>> };
}

/** A credential plugin. */
export interface ExecEntry {
  readonly apiVersion: string;
  readonly command: string;
  readonly args?: readonly string[] | null;
  readonly env?: readonly { readonly name: string; readonly value: string }[] | null;
  readonly installHint?: string;
  readonly interactiveMode?: 'Never' | 'IfAvailable' | 'Always';
  readonly provideClusterInfo?: boolean;
}

/** The cluster and the user of a context. */
export interface KubeContext {
  readonly cluster: ClusterEntry & { readonly server: string };
  readonly user: UserEntry;
}

/**
 * Validates and indexes a parsed kubeconfig. Relative paths are resolved against the directory of `file`, which also
 * names the kubeconfig in errors.
 */
export function kubeConfigOf(value: unknown, file: string): KubeConfig {
  if (!isObject(value)) throw new Error(`${file} is not a kubeconfig: expected a YAML mapping`);
  const current = value['current-context'];
  const folder = dirname(file);
  return {
    currentContext: typeof current === 'string' && current !== '' ? current : undefined,
    contexts: entriesOf<ContextEntry>(value, 'contexts', 'context', file),
    clusters: entriesOf<ClusterEntry>(value, 'clusters', 'cluster', file, (cluster) =>
      withAbsolutePaths(cluster, ['certificate-authority'], folder),
    ),
    users: entriesOf<UserEntry>(value, 'users', 'user', file, (user) => userIn(folder, user)),
  };
}

/** Like kubectl: the first definition wins. */
export function mergeKubeConfigs(configs: readonly KubeConfig[]): KubeConfig {
  const first = configs.toReversed();
  return {
    currentContext: configs.find(({ currentContext }) => currentContext !== undefined)?.currentContext,
    contexts: new Map(first.flatMap(({ contexts }) => [...contexts])),
    clusters: new Map(first.flatMap(({ clusters }) => [...clusters])),
    users: new Map(first.flatMap(({ users }) => [...users])),
  };
}

/** The cluster and the user of a context; default: the current context. A context may have no user. */
export function contextOf(config: KubeConfig, name = config.currentContext): KubeContext {
  const known = [...config.contexts.keys()].join(', ') || 'none';
  if (name === undefined) throw new Error(`the kubeconfig has no current-context; contexts: ${known}`);
  const context = config.contexts.get(name);
  const cluster = config.clusters.get(context?.cluster ?? '');
  if (cluster?.server === undefined) {
    throw new Error(`the kubeconfig has no cluster for context ${JSON.stringify(name)}; known: ${known}`);
  }
  const { server } = cluster;
  const user = config.users.get(context?.user ?? '');
  if (user === undefined && context?.user !== undefined && context.user !== '') {
    throw new Error(`the kubeconfig has no user ${context.user}, which context ${name} refers to`);
  }
  return { cluster: { ...cluster, server }, user: user ?? {} };
}

function entriesOf<T extends object>(
  config: Readonly<Record<string, unknown>>,
  list: string,
  key: string,
  file: string,
  finish: (entry: T) => T = (entry) => entry,
): Map<string, T> {
  const items = config[list] ?? [];
  if (!Array.isArray(items)) throw new Error(`${file}: ${list} must be a list`);
  const entries = new Map<string, T>();
  for (const item of items as unknown[]) {
    if (!isObject(item) || typeof item['name'] !== 'string') {
      throw new Error(`${file}: every entry of ${list} needs a name`);
    }
    const { name } = item as { name: string };
    const entry = item[key] ?? {};
    if (!isObject(entry)) throw new Error(`${file}: the ${key} of ${name} must be a mapping`);
    if (!entries.has(name)) entries.set(name, finish(entry as T));
  }
  return entries;
}

function userIn(folder: string, user: UserEntry): UserEntry {
  const found = withAbsolutePaths(user, ['client-certificate', 'client-key', 'tokenFile'], folder);
  const { exec } = found;
  // A bare name is looked up in PATH.
  const isPath = exec !== undefined && /[\\/]/.test(exec.command);
  return isPath ? { ...found, exec: withAbsolutePaths(exec, ['command'], folder) } : found;
}

function withAbsolutePaths<T extends object>(entry: T, keys: readonly (keyof T)[], folder: string): T {
  const paths = keys.flatMap((key) => {
    const path = entry[key];
    if (typeof path !== 'string' || path === '' || isAbsolute(path)) return [];
    return [[key, join(folder, path)] as const];
  });
  return { ...entry, ...Object.fromEntries(paths) };
}
