/** Where the things that the API speaks of are described. */
import { importsOf, type PublicName } from './entry-point.ts';
import type { Library, Page } from './library.ts';

export interface Place {
  library: Library;
  page: Page;
}

/** From one page to what a name is on another; undefined where nothing describes it. */
export function linkTo(name: string, from: Place, libraries: readonly Library[]): string | undefined {
  for (const library of [from.library, ...libraries]) {
    for (const page of [...(library === from.library ? [from.page] : []), ...library.pages]) {
      const anchor = page.anchors.get(name);
      if (anchor !== undefined) return `${pathTo({ library, page }, from)}#${anchor}`;
    }
  }
  return undefined;
}

/** The public names that are written as code in a text, as links. */
export function withLinks(text: string, from: Place, libraries: readonly Library[], self: string): string {
  return text.replaceAll(/`(\w+)`/g, (code, name: string) => {
    const link = name === self ? undefined : linkTo(name, from, libraries);
    return link === undefined ? code : `[${code}](${link})`;
  });
}

/** Whether a type is of Kubernetes: those are in a table of their own. */
export function isKind(name: string, { declarations }: PublicName): boolean {
  return /\/kinds\//.test(importsOf(declarations).get(name) ?? '');
}

function pathTo({ library, page }: Place, from: Place): string {
  if (page === from.page) return '';
  return library === from.library ? `${page.slug}.md` : `../${library.folder}/${page.slug}.md`;
}
