import { hostname } from 'node:os';

/** A name for this process, unlike that of any other: the Pod's, or the machine's, and something random. */
export function processIdentity(random: () => number, environment = process.env): string {
  const host = environment['POD_NAME'] ?? hostname();
  const suffix = Math.floor(random() * 2 ** 40).toString(36);
  return `${host}_${suffix}`;
}
