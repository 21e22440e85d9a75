/** Links between our own pages lead to existing files and headings. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

/** These pages link to files of the projects that they are generated into. */
const generated = /^(templates|test\/golden|packages\/testing\/go)\//;

const pages = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: repository,
  encoding: 'utf8',
})
  .stdout.split('\n')
  .filter((path) => path !== '' && !generated.test(path) && existsSync(join(repository, path)));

/** Removes code, where brackets are not links. */
function proseOf(page: string): string {
  return page
    .replaceAll(/^( *)```.*?^\1```$/gms, '')
    .replaceAll(/``.*?``|`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ''));
}

/** The anchors that GitHub generates for headings; a repeated heading gets the suffix `-1`. */
function anchorsOf(page: string): Set<string> {
  const seen = new Map<string, number>();
  const headings = [...page.replaceAll(/^```.*?^```$/gms, '').matchAll(/^#+ (.+)$/gm)];
  return new Set(
    headings.map(([, heading = '']) => {
      const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
      const slug = text.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
      const times = seen.get(slug) ?? 0;
      seen.set(slug, times + 1);
      return times === 0 ? slug : `${slug}-${times}`;
    }),
  );
}

function brokenLinks(page: string, text = read(page)): string[] {
  const links = [...proseOf(text).matchAll(/\]\(([^()\s]+)(?: "[^"]*")?\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), decodeURI(path));
    if (target.startsWith('..') || !existsSync(join(repository, target))) return true;
    return (
      anchor !== undefined &&
      target.endsWith('.md') &&
      !anchorsOf(target === page ? text : read(target)).has(anchor)
    );
  });
}

test('finds the pages', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/README.md', 'docs/guides/client.md']));
});

test('reports a broken link', () => {
  const text = `# Trees\n[here](#trees) [away](https://example.com) [there](guides/client.md#errors)
    [gone](guides/trees.md) [no heading](guides/client.md#trees) [nor here](#roots) \`[code](none.md)\``;
  expect(brokenLinks('docs/README.md', text)).toEqual([
    'guides/trees.md',
    'guides/client.md#trees',
    '#roots',
  ]);
});

describe.each(pages)('%s', (page) => {
  test('has no broken links', () => {
    expect(brokenLinks(page)).toEqual([]);
  });
});

const isOutside = (link: string): boolean => !/^(docs|examples)\//.test(join('docs/guides', link));

test('guides name no file that only a clone of the repository has', () => {
  const found = pages
    .filter((path) => path.startsWith('docs/guides/'))
    .flatMap((path) => {
      const prose = read(path).replaceAll(/^( *)```.*?^\1```$/gms, '');
      const links = [...prose.matchAll(/\]\((\.\.[^()\s]+)\)/g)].map(([, link = '']) => link);
      const named =
        prose.match(/\b(packages|src\/scaffold|test\/golden|scripts|benchmarks)\/[\w./-]+/g) ?? [];
      return [...links.filter(isOutside), ...named].map((file) => `${path}: ${file}`);
    });
  expect(found).toEqual([]);
});

test.each(pages.filter((path) => /^packages\/[a-z]+\/README\.md$/.test(path)))(
  '%s, which npm publishes without the repository, has no relative links',
  (path) => {
    const links = [...proseOf(read(path)).matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !/^(https?:|#)/.test(link))).toEqual([]);
  },
);

test('docs/README.md lists every guide', () => {
  const guides = pages
    .filter((path) => path.startsWith('docs/guides/'))
    .map((path) => path.replace('docs/', ''));
  const index = read('docs/README.md');
  expect(guides.filter((path) => !index.includes(`](${path})`))).toEqual([]);
});
