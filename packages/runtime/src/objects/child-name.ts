import { createHash } from 'node:crypto';

/** The name limit of StatefulSets and CronJobs, whose children get longer names. */
const longest = 52;

/**
 * A name for a child of an object: `childName('lemon', 'backup')` is `lemon-backup`. Unlike with `generateName`, the
 * name is the same each time: if a create is repeated, because a response was lost or a read was stale, it fails
 * instead of creating a second object. A name of more than 52 characters is cut and ends in a hash.
 */
export function childName(parent: string, ...parts: readonly (string | number)[]): string {
  return shortened([parent, ...parts].join('-'), longest);
}

/** The name, or if it is too long its beginning and a hash of the whole name. */
export function shortened(name: string, limit: number): string {
  if (name.length <= limit) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 10);
  // No part of a name between dots may begin or end with a hyphen.
  return `${name.slice(0, limit - 1 - hash.length).replace(/[-.]+$/, '')}-${hash}`;
}
