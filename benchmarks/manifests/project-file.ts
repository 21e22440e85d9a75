import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface ProjectFile {
  path: string;
  content: string;
}

export async function writeProject(folder: string, files: readonly ProjectFile[]): Promise<void> {
  for (const { path, content } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}
