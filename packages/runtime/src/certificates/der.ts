/** The subset of ASN.1 DER that X.509 certificates need. */

export function tagged(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...lengthOctets(content.length)]), content]);
}

export function sequence(...items: readonly Uint8Array[]): Buffer {
  return tagged(0x30, ...items);
}

export function setOf(item: Uint8Array): Buffer {
  return tagged(0x31, item);
}

/** A non-negative integer, most significant byte first. */
export function integer(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const shortest = first < 0 ? Uint8Array.of(0) : bytes.subarray(first);
  // Without a leading zero byte, a number whose highest bit is set would be negative.
  return tagged(0x02, (shortest[0] ?? 0) > 0x7f ? Uint8Array.of(0) : Uint8Array.of(), shortest);
}

export function boolean(value: boolean): Buffer {
  return tagged(0x01, Uint8Array.of(value ? 0xff : 0));
}

export function octetString(content: Uint8Array): Buffer {
  return tagged(0x04, content);
}

export function bitString(content: Uint8Array, unusedBits = 0): Buffer {
  return tagged(0x03, Uint8Array.of(unusedBits), content);
}

export function utf8String(text: string): Buffer {
  return tagged(0x0c, Buffer.from(text));
}

/** For instance `2.5.29.17`. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(0x06, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)));
}

/** Precision: one second. UTCTime has a two-digit year and covers only years until 2049. */
export function time(moment: Date): Buffer {
  const digits = `${moment.toISOString().slice(0, 19).replace(/\D/g, '')}Z`;
  return moment.getUTCFullYear() < 2050
    ? tagged(0x17, Buffer.from(digits.slice(2)))
    : tagged(0x18, Buffer.from(digits));
}

export function contextPrimitive(number: number, content: Uint8Array): Buffer {
  return tagged(0x80 | number, content);
}

export function contextConstructed(number: number, content: Uint8Array): Buffer {
  return tagged(0xa0 | number, content);
}

function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length];
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return [0x80 | octets.length, ...octets];
}

function base128(value: number): number[] {
  const digits = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    digits.unshift((rest % 128) | 0x80);
  return digits;
}
