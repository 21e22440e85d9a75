import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { foreignProject, invalidProject } from './diagnostics.ts';
import { projectFileName } from './find-project.ts';
import { assign, lineEndingOf, setInOrder, type Style, styleOf } from './edit-yaml.ts';
import type { GroupVersionKind } from './group-version-kind.ts';
import * as rules from './name-rules.ts';
import { ProjectCheck, resourceShape, type Shape } from './project-check.ts';
import type { ProjectResource } from './project-resource.ts';

/** Identifies a project of opgen and the version of its file layout. */
export const layout = 'opgen/v1';

export const packageManagers = ['npm', 'pnpm', 'yarn'] as const;
export type PackageManager = (typeof packageManagers)[number];

/** Settings of the whole project that can change later. */
export interface ProjectSettings {
  /** The manager watches only its own namespace. */
  namespaced: boolean;
  packageManager: PackageManager;
}

export interface NewProject extends Partial<ProjectSettings> {
  cliVersion: string;
  domain: string;
  projectName: string;
}

interface ProjectValues extends ProjectSettings {
  domain: string;
  projectName: string;
}

/** The PROJECT file. Edits preserve comments, order and unknown keys. */
export class ProjectFile implements ProjectValues {
  readonly domain: string;
  readonly projectName: string;
  readonly namespaced: boolean;
  readonly packageManager: PackageManager;
  readonly resources: readonly ProjectResource[];
  /** The version of opgen that created the project. */
  readonly cliVersion: string | undefined;
  /** The text that was parsed. Edits keep it, so that a plan can tell whether the file has changed since. */
  readonly source: string | undefined;
  readonly #document: Document;
  readonly #style: Style;

  private constructor(
    document: Document,
    { source, style }: { source: string | undefined; style: Style },
    values: ProjectValues,
    resources: readonly ProjectResource[],
  ) {
    const cliVersion: unknown = document.get('cliVersion');
    this.cliVersion = typeof cliVersion === 'string' ? cliVersion : undefined;
    this.#document = document;
    this.#style = style;
    this.source = source;
    this.domain = values.domain;
    this.projectName = values.projectName;
    this.namespaced = values.namespaced;
    this.packageManager = values.packageManager;
    this.resources = resources;
  }

  static create({ cliVersion, domain, projectName, ...settings }: NewProject): ProjectFile {
    const document = new Document({ cliVersion, domain, layout: [layout], projectName, version: '3' });
    document.commentBefore =
      ' The settings and resources of this project. opgen updates this file,\n and keeps your comments and additional keys.';
    const values = { domain, projectName, namespaced: false, packageManager: 'npm' } as const;
    return new ProjectFile(document, { source: undefined, style: styleOf('') }, values, []).withSettings(
      settings,
    );
  }

  /** Throws one `UserError` with all problems of the text. */
  static parse(text: string): ProjectFile {
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
    const check = new ProjectCheck(projectFileName, lines);
    const conflict = /^<{7}(?: .*)?$/m.exec(text);
    if (conflict !== null) {
      const message = 'PROJECT has a merge conflict that is not resolved';
      const hint = 'keep the resources of both sides, and delete the lines <<<<<<<, ======= and >>>>>>>';
      check.report(message, conflict.index, invalidProject, hint);
      check.throwIfAny();
    }
    for (const error of document.errors) check.report(error.message, error.pos[0]);
    const root = document.contents;
    if (document.errors.length === 0 && !isMap(root)) check.report('PROJECT must be a YAML mapping', 0);
    check.throwIfAny();

    checkLayout(document, check);
    const version = document.get('version', true);
    if (version === undefined || String(isScalar(version) ? version.value : '') !== '3') {
      check.report('version must be "3"', version as Node | undefined);
    }
    const domain = check.text(document.get('domain', true), 'domain', rules.domain);
    const projectName = check.text(document.get('projectName', true), 'projectName', rules.projectName);
    const settings: Partial<ProjectSettings> = {};
    for (const [key, shape] of Object.entries(settingShapes)) {
      const node = document.get(key, true) as Node | undefined;
      if (node === undefined) continue;
      check.shape(node, key, shape);
      if (isScalar(node)) Object.assign(settings, { [key]: node.value });
    }
    const resources = check.resources(document, domain);
    check.throwIfAny();
    const values = { domain, projectName, namespaced: false, packageManager: 'npm', ...settings } as const;
    return new ProjectFile(document, { source: text, style: styleOf(text) }, values, resources);
  }

  /** Without a domain, matches a kind of any domain. */
  find({
    group,
    domain,
    version,
    kind,
  }: Omit<GroupVersionKind, 'domain'> & { domain?: string }): ProjectResource | undefined {
    return this.resources.find(
      (known) =>
        known.group === group &&
        known.version === version &&
        known.kind === kind &&
        (domain === undefined || known.domain === domain),
    );
  }

  /**
   * Adds the resource, or replaces the one with the same group, domain, version and kind.
   *
   * Removes known keys that the resource lacks, and keeps unknown keys.
   */
  withResource(resource: ProjectResource): ProjectFile {
    const document = this.#document.clone() as Document;
    const resources = [...this.resources];
    const index = this.#indexOf(resource);
    const list = listIn(document);
    const values = listedValues(resource);
    if (index === -1) {
      list.add(document.createNode(Object.fromEntries(Object.entries(values).toSorted())));
      resources.push(resource);
    } else {
      const node = list.items[index] as YAMLMap;
      // Do not add a domain that the user omitted because it is the domain of the project.
      const domain = node.has('domain') || resource.domain !== this.domain ? values.domain : undefined;
      assign(document, node, { ...values, domain }, resourceShape);
      resources[index] = resource;
    }
    return new ProjectFile(document, this.#origin, this, resources);
  }

  withoutResource(resource: GroupVersionKind): ProjectFile {
    const index = this.#indexOf(resource);
    if (index === -1) return this;
    const document = this.#document.clone() as Document;
    const resources = this.resources.toSpliced(index, 1);
    if (resources.length === 0) document.delete('resources');
    else listIn(document).delete(index);
    return new ProjectFile(document, this.#origin, this, resources);
  }

  /** Omits settings with their default values from the file. */
  withSettings(settings: Partial<ProjectSettings>): ProjectFile {
    const document = this.#document.clone() as Document;
    const values: ProjectSettings = {
      namespaced: settings.namespaced ?? this.namespaced,
      packageManager: settings.packageManager ?? this.packageManager,
    };
    const root = document.contents as YAMLMap;
    const manager = values.packageManager === 'npm' ? undefined : values.packageManager;
    setInOrder(document, root, 'namespaced', values.namespaced ? true : undefined);
    setInOrder(document, root, 'packageManager', manager);
    const { domain, projectName } = this;
    return new ProjectFile(document, this.#origin, { ...values, domain, projectName }, this.resources);
  }

  get #origin(): { source: string | undefined; style: Style } {
    return { source: this.source, style: this.#style };
  }

  #indexOf({ group, domain, version, kind }: GroupVersionKind): number {
    return this.resources.findIndex(
      (known) =>
        known.group === group && known.domain === domain && known.version === version && known.kind === kind,
    );
  }

  toString(): string {
    const text = this.#document.toString({ lineWidth: 0, ...this.#style });
    return text.replaceAll('\n', lineEndingOf(this.source ?? ''));
  }
}

export function readProject(root: string): ProjectFile {
  return ProjectFile.parse(readFileSync(join(root, projectFileName), 'utf8'));
}

/** Omits empty values that `ProjectCheck.resources` fills in. */
function listedValues({ group, domain, ...others }: ProjectResource): Partial<ProjectResource> {
  return {
    ...others,
    ...(group !== '' && { group }),
    ...((domain !== '' || others.core !== true) && { domain }),
  };
}

const settingShapes: Readonly<Record<keyof ProjectSettings, Shape>> = {
  namespaced: { is: 'flag' },
  packageManager: { is: 'text', oneOf: packageManagers },
};

function listIn(document: Document): YAMLSeq {
  const listed = document.get('resources');
  if (isSeq(listed)) return listed;
  document.delete('resources');
  setInOrder(document, document.contents as YAMLMap, 'resources', []);
  return document.get('resources') as YAMLSeq;
}

function checkLayout(document: Document, check: ProjectCheck): void {
  const node = document.get('layout', true);
  const layouts = (isSeq(node) ? node.toJSON() : isScalar(node) ? [node.value] : []) as unknown[];
  if (layouts.includes(layout)) return;
  const other = layouts.map(String).join(', ');
  const hint =
    'create a separate project for the TypeScript operator: run opgen init --domain example.com in an empty folder';
  if (other.startsWith('opgen/'))
    check.report(
      `this version of opgen does not support the layout ${other}, only ${layout}`,
      node as Node,
      invalidProject,
      'install the version of opgen that created the project; cliVersion in PROJECT names it',
    );
  else if (other === '')
    check.report(
      `layout must be ${layout}`,
      node as Node | undefined,
      invalidProject,
      'create a project with opgen init',
    );
  else
    check.report(
      `another tool created this project: its layout is ${other}`,
      node as Node,
      foreignProject,
      hint,
    );
  check.throwIfAny();
}
