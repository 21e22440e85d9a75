import { readFileSync } from 'node:fs';
import { mergePatch } from '../json.ts';
import { type Minor, newestMinor } from './minors.ts';

/**
 * Reads the facts about one minor version from a folder with a file for each minor. The files of older minors contain
 * only the differences from the newest, as JSON merge patches.
 */
export function factsOfMinor(folder: 'schemas' | 'resources', minor: Minor): unknown {
  const newest = read(folder, newestMinor);
  return minor === newestMinor ? newest : mergePatch(newest, read(folder, minor));
}

function read(folder: string, minor: Minor): unknown {
  return JSON.parse(readFileSync(new URL(`./${folder}/v${minor}.json`, import.meta.url), 'utf8'));
}
