import type { Metafile } from 'esbuild';

export function buildPage(): Promise<{ html: string; metafile: Metafile }>;
