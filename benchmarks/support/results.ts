import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { Benchmark } from './benchmark.ts';

const file = fileURLToPath(new URL('../results.md', import.meta.url));

const introduction = `# What the benchmarks said

Written by \`npm run bench\`; [README.md](README.md) says what each measures. Medians; ours and the peer took
turns in one run. The figures are those of one machine on one day: compare the two sides, not the seconds.
`;

/** Puts a section into results.md in place of its former self; the others stay. */
export async function saveSection(
  benchmark: Benchmark,
  section: string,
  titles: readonly string[],
): Promise<void> {
  const sections = sectionsOf(await readFile(file, 'utf8').catch(() => ''));
  sections.set(benchmark.title, `${section.trim()}\n\n${await circumstances()}`);
  const inOrder = titles.flatMap((title) => {
    const text = sections.get(title);
    return text === undefined ? [] : [`## ${title}\n\n${text}\n`];
  });
  await writeFile(file, [introduction, ...inOrder].join('\n'));
}

function sectionsOf(text: string): Map<string, string> {
  const [, ...sections] = text.split(/^## /m);
  return new Map(
    sections.map((section) => {
      const [title = '', ...rest] = section.split('\n');
      return [title, rest.join('\n').trim()];
    }),
  );
}

async function circumstances(): Promise<string> {
  const { stdout: go } = await execa('go', ['env', 'GOVERSION']);
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${process.platform}/${process.arch}, ${availableParallelism()} cores`;
  return `*${date}, Node ${process.version.slice(1)}, Go ${go.replace(/^go/, '')}, ${machine}*`;
}
