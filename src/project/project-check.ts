import { type Document, isMap, isScalar, isSeq, type LineCounter, type Node, type YAMLMap } from 'yaml';
import { type Diagnostic, type DiagnosticDefinition, type Place, UserError } from '../diagnostics.ts';
import { invalidProject } from './diagnostics.ts';
import { dns1035Label, dns1123Subdomain, type NameRule } from './dns.ts';
import * as rules from './name-rules.ts';
import type { ProjectResource } from './project-resource.ts';

/** The type of a key in PROJECT. */
export type Shape =
  | { is: 'text'; rule?: NameRule; oneOf?: readonly string[] }
  | { is: 'flag' }
  | { is: 'list'; of: Shape }
  | { is: 'map'; keys: Readonly<Record<string, Shape>>; needed: readonly string[] };

const text: Shape = { is: 'text' };
const flag: Shape = { is: 'flag' };
const label: Shape = { is: 'text', rule: dns1035Label };

/** Empty for the core group, and for kinds whose group is only the domain of the project. */
const groupRule: NameRule = (group) => (group === '' ? undefined : dns1123Subdomain(group));

/** The keys of a resource that opgen knows. It preserves all others. */
export const resourceShape = {
  is: 'map',
  needed: ['version', 'kind'],
  keys: {
    api: { is: 'map', needed: [], keys: { crdVersion: text, namespaced: flag } },
    controller: flag,
    controllers: { is: 'list', of: { is: 'map', needed: ['name'], keys: { name: label } } },
    core: flag,
    deployImage: {
      is: 'map',
      needed: ['image'],
      keys: {
        command: { is: 'list', of: { is: 'text', rule: rules.commandWord } },
        containerPort: { is: 'text', rule: rules.port },
        image: { is: 'text', rule: rules.imageReference },
        runAsUser: { is: 'text', rule: rules.userId },
      },
    },
    domain: { is: 'text', rule: groupRule },
    external: flag,
    group: { is: 'text', rule: groupRule },
    kind: { is: 'text', rule: rules.kind },
    module: { is: 'text', rule: rules.moduleName },
    path: { is: 'text', rule: rules.typePath },
    plural: label,
    version: label,
    webhooks: {
      is: 'map',
      needed: [],
      keys: {
        conversion: flag,
        defaulting: flag,
        defaultingPath: { is: 'text', rule: rules.webhookPath },
        spoke: { is: 'list', of: label },
        validation: flag,
        validationPath: { is: 'text', rule: rules.webhookPath },
        webhookVersion: text,
      },
    },
  },
} as const satisfies Shape;

/** Collects the problems of a PROJECT file with their places. */
export class ProjectCheck {
  readonly #file: string;
  readonly #lines: LineCounter;
  readonly #found: Diagnostic[] = [];

  constructor(file: string, lines: LineCounter) {
    this.#file = file;
    this.#lines = lines;
  }

  report(
    message: string,
    at: Node | number | undefined,
    definition: DiagnosticDefinition = invalidProject,
    hint?: string,
  ): void {
    const offset = typeof at === 'number' ? at : (at?.range?.[0] ?? 0);
    const length =
      typeof at === 'number' || at?.range === undefined || at.range === null ? 1 : at.range[1] - at.range[0];
    const { line, col } = this.#lines.linePos(offset);
    const place: Place = { file: this.#file, line: Math.max(line, 1), column: Math.max(col, 1), length };
    this.#found.push(definition({ message, hint, place }));
  }

  throwIfAny(): void {
    if (this.#found.length > 0) throw new UserError(this.#found);
  }

  /** The string value of a required key. */
  text(node: unknown, key: string, rule: NameRule): string {
    this.shape(node as Node | undefined, key, { is: 'text', rule });
    return isScalar(node) && typeof node.value === 'string' ? node.value : '';
  }

  /** The listed kinds, with their defaults filled in. */
  resources(document: Document, domain: string): ProjectResource[] {
    const listed = document.get('resources', true);
    if (listed === undefined || (isScalar(listed) && listed.value === null)) return [];
    this.shape(listed as Node, 'resources', { is: 'list', of: { ...resourceShape } });
    const items = isSeq(listed) ? listed.items.filter(isMap) : [];
    const seen = new Set<string>();
    return items.map((item) => {
      const values = item.toJSON() as ProjectResource;
      const ofProject = values.core === true ? '' : domain;
      const resource = { ...values, group: values.group ?? '', domain: values.domain ?? ofProject };
      const name = [resource.group, resource.domain, resource.version, resource.kind].join('/');
      if (seen.has(name)) this.report(`duplicate resource ${resource.kind} ${resource.version}`, item);
      seen.add(name);
      return resource;
    });
  }

  shape(node: Node | undefined | null, key: string, shape: Shape, parent?: Node): void {
    const at = node ?? parent;
    if (shape.is === 'list') {
      if (!isSeq(node)) return this.report(`${key} must be a list`, at);
      for (const item of node.items) this.shape(item as Node, singularOf(key), shape.of, node);
    } else if (shape.is === 'map') {
      if (!isMap(node)) return this.report(`${key} must be a mapping`, at);
      this.#keysOf(node, shape);
    } else if (shape.is === 'flag') {
      if (!isScalar(node) || typeof node.value !== 'boolean') this.report(`${key} must be true or false`, at);
    } else {
      this.#scalarText(node, key, shape, at);
    }
  }

  #keysOf(node: YAMLMap, { keys, needed }: Extract<Shape, { is: 'map' }>): void {
    for (const [key, shape] of Object.entries(keys)) {
      if (node.has(key) || needed.includes(key))
        this.shape(node.get(key, true) as Node | undefined, key, shape, node);
    }
  }

  #scalarText(
    node: Node | undefined | null,
    key: string,
    { rule, oneOf }: Extract<Shape, { is: 'text' }>,
    at: Node | undefined,
  ): void {
    if (!isScalar(node) || typeof node.value !== 'string') return this.report(`${key} must be a string`, at);
    const wrong = rule?.(node.value);
    if (wrong !== undefined) this.report(`'${node.value}' is not a valid ${key}: ${wrong}`, at);
    if (oneOf !== undefined && !oneOf.includes(node.value))
      this.report(`${key} must be one of ${oneOf.join(', ')}`, at);
  }
}

function singularOf(key: string): string {
  return key === 'resources' ? 'a resource' : `an entry of ${key}`;
}
