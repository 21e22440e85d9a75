import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boot } from './boot/boot.ts';
import { cache } from './cache/cache.ts';
import { install } from './install.ts';
import { manifests } from './manifests/manifests.ts';
import { reload } from './reload/reload.ts';
import { reconcile } from './reconcile/reconcile.ts';
import { start } from './start.ts';
import type { Benchmark } from './support/benchmark.ts';
import { saveSection } from './support/results.ts';

const benchmarks: readonly Benchmark[] = [start, manifests, boot, reconcile, cache, reload, install];

/** `run.ts [--rounds=N] [name…]`: runs the named benchmarks, or all, and writes each to results.md. */
async function main(args: readonly string[]): Promise<void> {
  const rounds = Number(args.find((arg) => arg.startsWith('--rounds='))?.slice('--rounds='.length) ?? 5);
  const names = args.filter((arg) => !arg.startsWith('--'));
  const unknown = names.filter((name) => benchmarks.every((benchmark) => benchmark.name !== name));
  if (unknown.length > 0) {
    const known = benchmarks.map(({ name }) => name).join(', ');
    throw new Error(`there is no benchmark ${unknown.join(', ')}; there are ${known}`);
  }
  for (const benchmark of benchmarks) {
    if (names.length > 0 && !names.includes(benchmark.name)) continue;
    const section = await measured(benchmark, rounds);
    process.stdout.write(`\n## ${benchmark.title}\n\n${section}\n`);
    await saveSection(
      benchmark,
      section,
      benchmarks.map(({ title }) => title),
    );
  }
}

async function measured(benchmark: Benchmark, rounds: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `opgen-benchmark-${benchmark.name}-`));
  const progress = (message: string) => void process.stderr.write(`${benchmark.name}: ${message}\n`);
  try {
    return await benchmark.run({ rounds, folder, progress });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await main(process.argv.slice(2));
