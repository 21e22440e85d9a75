import type { RenderedTree } from '../templates/tree.ts';

export function isSample(path: string): boolean {
  return path.startsWith('config/samples/');
}

/** The tree without samples and the lines that list them. */
export function withoutSamples({ files, insertions }: RenderedTree): RenderedTree {
  return {
    files: files.filter(({ path }) => !isSample(path)),
    insertions: insertions.filter(({ path }) => !isSample(path)),
  };
}
