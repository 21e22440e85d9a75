import type { Subject } from './subject.ts';

const folder = new URL('answers/', import.meta.url);

/** The file with the recorded answers of the real server to a subject. */
export function answersFile(subject: Subject): URL {
  return new URL(`${titleOf(subject).replaceAll('/', '.').replace(/^\./, '')}.json`, folder);
}

/** What a subject is called: its table, and its variant if there is one. */
export function titleOf({ table, variant }: Subject): string {
  return variant === undefined ? table : `${table}.${variant}`;
}
