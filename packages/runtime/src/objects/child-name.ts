import { createHash } from 'node:crypto';

/** What a StatefulSet and a CronJob may be called: what they make gets longer names. */
const longest = 52;

/**
 * A name for something that an object is to have: `childName('lemon', 'backup')` is `lemon-backup`. It is the same
 * each time, so what is created twice, because an answer was lost or a read was old, is there once: unlike with
 * `generateName`, the second time fails. A long one is cut, to 52 characters, and told from others by a hash.
 */
export function childName(parent: string, ...parts: readonly (string | number)[]): string {
  return shortened([parent, ...parts].join('-'), longest);
}

/** The name, or when it is too long its beginning and a hash of all of it. */
export function shortened(name: string, limit: number): string {
  if (name.length <= limit) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 10);
  // No part of a name, between dots, may end in a hyphen or begin with one.
  return `${name.slice(0, limit - 1 - hash.length).replace(/[-.]+$/, '')}-${hash}`;
}
