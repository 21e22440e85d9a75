import type { RenderedTree } from '../templates/tree.ts';

export function isSample(path: string): boolean {
  return path.startsWith('config/samples/');
}

/** What a version writes that has no sample. */
export function withoutSamples({ files, insertions }: RenderedTree): RenderedTree {
  return {
    files: files.filter(({ path }) => !isSample(path)),
    insertions: insertions.filter(({ path }) => !isSample(path)),
  };
}
