import { BlockList, isIP } from 'node:net';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy that the environment configures for a server, by kubectl's rules: `HTTPS_PROXY` or `HTTP_PROXY`, except
 * for loopback addresses and for the entries of `NO_PROXY`. An entry is a host, domain or IP address, each with an
 * optional port, a CIDR such as `10.0.0.0/8`, or `*`.
 */
export function proxyFor(server: string, environment: Environment): string | undefined {
  const { protocol, hostname, port } = new URL(server);
  const scheme = protocol === 'https:' ? 'https' : 'http';
  const proxy = variable(environment, `${scheme}_proxy`);
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  if (proxy === undefined || isLoopback(host)) return undefined;
  const excluded = (variable(environment, 'no_proxy') ?? '').split(',').map((entry) => entry.trim());
  const target = { host, port: port === '' ? (scheme === 'https' ? '443' : '80') : port };
  if (excluded.some((entry) => entry !== '' && excludes(entry, target))) return undefined;
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}

function variable(environment: Environment, name: string): string | undefined {
  const value = environment[name.toUpperCase()] ?? environment[name];
  return value === '' ? undefined : value;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function excludes(entry: string, { host, port }: { host: string; port: string }): boolean {
  if (entry === '*') return true;
  const [network = '', prefix] = entry.split('/');
  if (prefix !== undefined) return inNetwork(host, network, Number(prefix));
  const { name = '', only } = /^\[?(?<name>.*?)\]?(?::(?<only>\d+))?$/.exec(entry)?.groups ?? {};
  if (isIP(entry) === 6) return host === entry;
  if (only !== undefined && only !== port) return false;
  const domain = name.replace(/^\*?\./, '').toLowerCase();
  return host.endsWith(`.${domain}`) || (host === domain && !/^\*?\./.test(name));
}

function inNetwork(host: string, network: string, prefix: number): boolean {
  const version = isIP(host);
  if (version === 0 || isIP(network) !== version) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (!(prefix >= 0 && prefix <= (version === 4 ? 32 : 128))) return false;
  const networks = new BlockList();
  networks.addSubnet(network, prefix, family);
  return networks.check(host, family);
}
