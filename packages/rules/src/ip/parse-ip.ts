/** An IP address as its family and its bits. */
export interface ParsedIp {
  readonly family: 4 | 6;
  readonly bits: bigint;
}

/** What Go's old parsers accept, which Kubernetes still uses for some fields: IPv4 parts with leading zeros. */
export interface ParseIpOptions {
  readonly leadingZeros?: boolean;
}

/** Parses an address as Go's net/netip does, without zones; undefined if the text is no address. */
export function parseIp(text: string, { leadingZeros = false }: ParseIpOptions = {}): ParsedIp | undefined {
  const part = leadingZeros ? /^\d+$/ : /^(?:0|[1-9]\d{0,2})$/;
  const four = parseFour(text, part);
  if (four !== undefined) return { family: 4, bits: four };
  const six = parseSix(text, part);
  return six === undefined ? undefined : { family: 6, bits: six };
}

function parseFour(text: string, form: RegExp): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => form.test(part) && Number(part) < 256)) return undefined;
  return parts.reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
}

function parseSix(text: string, form: RegExp): bigint | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head = '', tail] = halves;
  const last = tail ?? head;
  // Only the end of an address may be written as an IPv4 address.
  if (tail !== undefined && head.includes('.')) return undefined;
  const before = tail === undefined ? [] : groupsOf(head, form);
  const after = groupsOf(last, form);
  if (before === undefined || after === undefined) return undefined;
  const missing = 8 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const all = [...before, ...Array.from({ length: missing }, () => 0n), ...after];
  return all.reduce((bits, group) => (bits << 16n) | group, 0n);
}

/** Groups of 16 bits; an IPv4 address at the end counts as two. */
function groupsOf(text: string, form: RegExp): bigint[] | undefined {
  if (text === '') return [];
  const parts = text.split(':');
  const four = parts.at(-1)?.includes('.') === true ? parseFour(parts.pop() ?? '', form) : undefined;
  if (text.includes('.') && four === undefined) return undefined;
  if (!parts.every((part) => /^[0-9a-fA-F]{1,4}$/.test(part))) return undefined;
  const groups = parts.map((part) => BigInt(`0x${part}`));
  return four === undefined ? groups : [...groups, four >> 16n, four & 0xffffn];
}
