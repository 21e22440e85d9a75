import { connect, isIP, type Socket } from 'node:net';

const version = 5;
const methods = { none: 0, password: 2 };
const addressTypes = { ipv4: 1, domain: 3, ipv6: 4 };

/** The meaning of the reply codes, starting at 1. */
const replies = [
  'general SOCKS server failure',
  'connection not allowed by ruleset',
  'network unreachable',
  'host unreachable',
  'connection refused',
  'TTL expired',
  'command not supported',
  'address type not supported',
];

/**
 * Opens a connection to a server, `host:port`, through a SOCKS5 proxy (RFC 1928, 1929). The proxy resolves the name.
 */
export async function openSocksTunnel(proxy: URL, target: string, timeout: number): Promise<Socket> {
  const socket = connect(Number(proxy.port || 1080), withoutBrackets(proxy.hostname));
  const broken = new Promise<never>((_, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`proxy ${proxy.host} closed the connection`)));
  });
  const timer = setTimeout(() => {
    socket.destroy(new Error(`proxy ${proxy.host} did not respond within ${timeout / 1000} s`));
  }, timeout);
  try {
    await Promise.race([handshake(socket, proxy, target), broken]);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function handshake(socket: Socket, proxy: URL, target: string): Promise<void> {
  const known = proxy.username === '' ? [methods.none] : [methods.none, methods.password];
  socket.write(Buffer.from([version, known.length, ...known]));
  const [protocolVersion, method = -1] = await read(socket, 2);
  if (protocolVersion !== version) throw new Error(`${proxy.host} is not a SOCKS5 proxy`);
  if (!known.includes(method))
    throw new Error(
      `proxy ${proxy.host} requires an authentication method other than user name and password`,
    );
  if (method === methods.password) await authenticate(socket, proxy);

  const colon = target.lastIndexOf(':');
  const port = Number(target.slice(colon + 1));
  const address = addressOf(withoutBrackets(target.slice(0, colon)));
  socket.write(Buffer.from([version, 1, 0, ...address, port >> 8, port & 0xff]));
  const [, reply = 1, , type] = await read(socket, 4);
  if (reply !== 0) {
    const why = replies[reply - 1] ?? `reply code ${reply}`;
    throw new Error(`proxy ${proxy.host} cannot connect to ${target}: ${why}`);
  }
  await skipAddress(socket, type);
}

/** Skips the address from which the proxy connected. */
async function skipAddress(socket: Socket, type: number | undefined): Promise<void> {
  const lengths = new Map([
    [addressTypes.ipv4, 4],
    [addressTypes.ipv6, 16],
  ]);
  const length = lengths.get(type ?? 0) ?? (await read(socket, 1))[0] ?? 0;
  await read(socket, length + 2);
}

async function authenticate(socket: Socket, { host, username, password }: URL): Promise<void> {
  const [name, secret] = [username, password].map((text) => Buffer.from(decodeURIComponent(text)));
  socket.write(Buffer.from([1, ...lengthPrefixed(name!), ...lengthPrefixed(secret!)]));
  const [, status] = await read(socket, 2);
  if (status !== 0) throw new Error(`proxy ${host} rejected the user name and password in its URL`);
}

function addressOf(host: string): number[] {
  switch (isIP(host)) {
    case 4:
      return [addressTypes.ipv4, ...host.split('.').map(Number)];
    case 6:
      return [addressTypes.ipv6, ...bytesOfIpv6(host)];
    default:
      return [addressTypes.domain, ...lengthPrefixed(Buffer.from(host))];
  }
}

/** Expects the form that URLs use: hexadecimal groups, with the longest run of zeros left out. */
function bytesOfIpv6(address: string): number[] {
  const [before = [], after = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff]);
}

function lengthPrefixed(bytes: Buffer): number[] {
  return [bytes.length, ...bytes];
}

function withoutBrackets(host: string): string {
  return host.replaceAll(/^\[|\]$/g, '');
}

/** Reads exactly this many bytes: what follows belongs to the user of the connection. */
function read(socket: Socket, length: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const onReadable = (): void => {
      const bytes = socket.read(length) as Buffer | null;
      if (bytes?.length !== length) return;
      socket.off('readable', onReadable);
      resolve(bytes);
    };
    socket.on('readable', onReadable);
    onReadable();
  });
}
