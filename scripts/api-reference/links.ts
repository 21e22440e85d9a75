/** Links from names to their documentation. */
import { importsOf, type PublicName } from './entry-point.ts';
import type { Library, Page } from './library.ts';

export interface Place {
  library: Library;
  page: Page;
}

/** The link from a page to the documentation of a name; undefined if there is none. */
export function linkTo(name: string, from: Place, libraries: readonly Library[]): string | undefined {
  for (const library of [from.library, ...libraries]) {
    for (const page of [...(library === from.library ? [from.page] : []), ...library.pages]) {
      const anchor = page.anchors.get(name);
      if (anchor !== undefined) return `${pathTo({ library, page }, from)}#${anchor}`;
    }
  }
  return undefined;
}

/** Turns public names in backticks into links. */
export function withLinks(text: string, from: Place, libraries: readonly Library[], self: string): string {
  return text.replaceAll(/`(\w+)`/g, (code, name: string) => {
    const link = name === self ? undefined : linkTo(name, from, libraries);
    return link === undefined ? code : `[${code}](${link})`;
  });
}

/** Whether a type is a built-in kind; those are listed in a separate table. */
export function isKind(name: string, { declarations }: PublicName): boolean {
  return /\/kinds\//.test(importsOf(declarations).get(name) ?? '');
}

function pathTo({ library, page }: Place, from: Place): string {
  if (page === from.page) return '';
  return library === from.library ? `${page.slug}.md` : `../${library.folder}/${page.slug}.md`;
}
