import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, YAMLSeq } from 'yaml';
import { type Diagnostic, type Place, UserError } from '../diagnostics.ts';
import type { GroupVersionKind } from './group-version-kind.ts';

export const projectFileName = 'PROJECT';

/** Says that opgen made the project, and in which arrangement of files. */
export const layout = 'opgen/v1';

/** A kind as PROJECT lists it, under kubebuilder's keys. */
export interface ProjectResource extends GroupVersionKind {
  plural?: string;
  /** Where its type is declared, relative to the project. */
  path?: string;
  api?: { crdVersion: 'v1'; namespaced: boolean };
  controller?: boolean;
}

export interface NewProject {
  cliVersion: string;
  domain: string;
  projectName: string;
}

/** The PROJECT file. Edits keep comments, order and the keys that opgen does not know. */
export class ProjectFile {
  readonly domain: string;
  readonly projectName: string;
  readonly resources: readonly ProjectResource[];
  readonly #document: Document;

  private constructor(
    document: Document,
    text: { domain: string; projectName: string },
    resources: ProjectResource[],
  ) {
    this.#document = document;
    this.domain = text.domain;
    this.projectName = text.projectName;
    this.resources = resources;
  }

  static create({ cliVersion, domain, projectName }: NewProject): ProjectFile {
    const document = new Document({ cliVersion, domain, layout: [layout], projectName, version: '3' });
    document.commentBefore =
      ' What opgen knows of this project. `opgen create` adds to it;\n comments and keys of your own are kept.';
    return new ProjectFile(document, { domain, projectName }, []);
  }

  /** Throws one `UserError` with everything that is wrong with the text. */
  static parse(text: string): ProjectFile {
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
    const check = new ProjectCheck(lines);
    for (const error of document.errors) check.report(error.message, error.pos[0]);
    const root = document.contents;
    if (document.errors.length === 0 && !isMap(root)) check.report('PROJECT must be a YAML mapping', 0);
    check.throwIfAny();

    checkLayout(document, check);
    const version = document.get('version', true);
    if (version === undefined || String(isScalar(version) ? version.value : '') !== '3') {
      check.report('version must be "3"', version as Node | undefined);
    }
    const domain = check.text(document.get('domain', true), 'domain');
    const projectName = check.text(document.get('projectName', true), 'projectName');
    const listed = document.get('resources', true);
    if (listed !== undefined && !isSeq(listed)) check.report('resources must be a list', listed as Node);
    const resources = isSeq(listed)
      ? listed.items.flatMap((item) => check.resource(item as Node, domain))
      : [];
    check.throwIfAny();
    return new ProjectFile(document, { domain, projectName }, resources);
  }

  find({
    group,
    version,
    kind,
  }: Pick<GroupVersionKind, 'group' | 'version' | 'kind'>): ProjectResource | undefined {
    return this.resources.find(
      (known) => known.group === group && known.version === version && known.kind === kind,
    );
  }

  /** The same project with this resource in it, in the place of one of the same group, version and kind. */
  withResource(resource: ProjectResource): ProjectFile {
    const document = this.#document.clone() as Document;
    const index = this.resources.findIndex(
      ({ group, version, kind }) =>
        group === resource.group && version === resource.version && kind === resource.kind,
    );
    const resources = [...this.resources];
    if (index === -1) {
      if (!isSeq(document.get('resources'))) document.set('resources', new YAMLSeq());
      document.addIn(['resources'], document.createNode(resource));
      resources.push(resource);
    } else {
      for (const [key, value] of Object.entries(resource))
        document.setIn(['resources', index, key], document.createNode(value));
      resources[index] = { ...resources[index], ...resource };
    }
    return new ProjectFile(document, this, resources);
  }

  toString(): string {
    return this.#document.toString({ lineWidth: 0, indentSeq: true });
  }
}

/** The folder of the project that contains `folder`, or an error that says how to make one. */
export function findProjectRoot(folder: string): string {
  for (let current = folder; ; current = dirname(current)) {
    if (statSync(join(current, projectFileName), { throwIfNoEntry: false })?.isFile() === true)
      return current;
    if (dirname(current) === current) break;
  }
  throw new UserError({
    code: 'OPG3001',
    severity: 'error',
    message: 'there is no PROJECT file in this folder or above it',
    hint: 'change to a project, or make one: opgen init --domain example.com',
  });
}

export function readProject(root: string): ProjectFile {
  return ProjectFile.parse(readFileSync(join(root, projectFileName), 'utf8'));
}

/** Collects what is wrong with a PROJECT file, each with its place. */
class ProjectCheck {
  readonly #lines: LineCounter;
  readonly #found: Diagnostic[] = [];

  constructor(lines: LineCounter) {
    this.#lines = lines;
  }

  report(
    message: string,
    at: Node | number | undefined,
    code: Diagnostic['code'] = 'OPG3002',
    hint?: string,
  ): void {
    const offset = typeof at === 'number' ? at : (at?.range?.[0] ?? 0);
    const length =
      typeof at === 'number' || at?.range === undefined || at.range === null ? 1 : at.range[1] - at.range[0];
    const { line, col } = this.#lines.linePos(offset);
    const place: Place = { file: projectFileName, line: Math.max(line, 1), column: Math.max(col, 1), length };
    this.#found.push({ code, severity: 'error', message, place, ...(hint !== undefined && { hint }) });
  }

  text(node: unknown, key: string, parent?: Node): string {
    if (isScalar(node) && typeof node.value === 'string') return node.value;
    this.report(`${key} must be text`, (node ?? parent) as Node | undefined);
    return '';
  }

  resource(item: Node, domain: string): ProjectResource[] {
    if (!isMap(item)) {
      this.report('a resource must be a mapping', item);
      return [];
    }
    const values = item.toJSON() as ProjectResource;
    for (const key of ['version', 'kind'] as const) this.text(item.get(key, true), key, item);
    for (const key of ['group', 'domain', 'plural', 'path'] as const) {
      if (item.has(key)) this.text(item.get(key, true), key, item);
    }
    return [{ ...values, group: values.group ?? '', domain: values.domain ?? domain }];
  }

  throwIfAny(): void {
    if (this.#found.length > 0) throw new UserError(this.#found);
  }
}

function checkLayout(document: Document, check: ProjectCheck): void {
  const node = document.get('layout', true);
  const layouts = (isSeq(node) ? node.toJSON() : isScalar(node) ? [node.value] : []) as unknown[];
  if (layouts.includes(layout)) return;
  const other = layouts.map(String).join(', ');
  const hint =
    'make a project of its own for the TypeScript operator: opgen init --domain example.com in an empty folder';
  if (other === '')
    check.report(
      `layout must be ${layout}`,
      node as Node | undefined,
      'OPG3002',
      'opgen init makes such a project',
    );
  else
    check.report(
      `this project was made by another tool: its layout is ${other}`,
      node as Node,
      'OPG3003',
      hint,
    );
  check.throwIfAny();
}
