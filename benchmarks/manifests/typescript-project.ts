import { kindNames, pluralOf } from './kind-names.ts';
import type { ProjectFile } from './project-file.ts';

/** A project laid out like one of `opgen init` and `create api`: a type and a controller per kind. */
export function typescriptProject(count: number): ProjectFile[] {
  return [
    { path: 'package.json', content: '{ "name": "benchmark", "private": true, "type": "module" }\n' },
    { path: 'tsconfig.json', content: tsconfig },
    // opgen caches its last run in node_modules.
    { path: 'node_modules/.package-lock.json', content: '{}\n' },
    { path: 'PROJECT', content: projectFile },
    ...kindNames(count).flatMap((kind) => [
      { path: `src/api/benchmark/v1/${kind.toLowerCase()}.ts`, content: type(kind) },
      { path: `src/controllers/benchmark/${kind.toLowerCase()}.controller.ts`, content: controller(kind) },
    ]),
  ];
}

const tsconfig = `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "strict": true,
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "verbatimModuleSyntax": true,
    "skipLibCheck": true
  },
  "include": ["src"]
}
`;

const projectFile = `domain: example.com
layout:
- opgen/v1
projectName: benchmark
version: "3"
`;

function type(kind: string): string {
  return `import { type Condition, type CustomResource, defineKind, type Int32, type Int64 } from '@opgen/runtime';
import type { LabelSelector } from '@opgen/runtime';
import type { ServicePort } from '@opgen/runtime/kinds/core/v1';

/** Where a member keeps its data. */
export interface ${kind}Storage {
  /** How many gibibytes each member gets. */
  // +validation:Minimum=1
  // +default=10
  gibibytes: Int32;

  /** The storage class to take it from. */
  // +validation:MaxLength=253
  className?: string;
}

/** One of those that work together. */
export interface ${kind}Member {
  /** What the member is called. */
  // +validation:MinLength=1
  // +validation:Pattern=\`^[a-z][a-z0-9-]*$\`
  name: string;

  /** How much of the work it takes. */
  // +validation:Minimum=0
  // +validation:Maximum=100
  weight?: Int32;
}

/** The desired state of a ${kind}. */
export interface ${kind}Spec {
  /** Number of replicas to run. */
  // +validation:Minimum=1
  // +validation:Maximum=5
  // +default=1
  size: Int32;

  /** Image to run. */
  // +validation:MinLength=1
  image: string;

  /** How the members work together. */
  // +default=Standalone
  mode: 'Standalone' | 'Replicated' | 'Sharded';

  /** Ports to serve. */
  // +validation:MaxItems=16
  ports?: ServicePort[];

  /** The members by name. */
  // +listType=map
  // +listMapKey=name
  members?: ${kind}Member[];

  /** Where data is kept. */
  storage?: ${kind}Storage;

  /** Which Pods count. */
  selector?: LabelSelector;

  /** Labels for everything that is made. */
  labels?: Record<string, string>;

  /** Nothing is done while this holds. */
  suspend?: boolean;
}

/** The observed state of a ${kind}. */
export interface ${kind}Status {
  /** Generation of the spec that this status describes. */
  observedGeneration?: Int64;

  /** Number of replicas that accept connections. */
  readyReplicas?: Int32;

  /** Current service state, one condition per type. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** A ${kind} is served by a fixed number of replicas. */
// +subresource:status
// +printcolumn:name=Size,type=integer,jsonPath=.spec.size
// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp
export interface ${kind} extends CustomResource<${kind}Spec, ${kind}Status> {
  apiVersion: 'benchmark.example.com/v1';
  kind: '${kind}';
}

export const ${kind} = defineKind<${kind}>({
  apiVersion: 'benchmark.example.com/v1',
  kind: '${kind}',
  plural: '${pluralOf(kind)}',
  scope: 'Namespaced',
});
`;
}

function controller(kind: string): string {
  const plural = pluralOf(kind);
  return `import { type Client, done, type Reconciler, type Request, type Result } from '@opgen/runtime';
import { ${kind} } from '../../api/benchmark/v1/${kind.toLowerCase()}.ts';

// +rbac:groups=benchmark.example.com,resources=${plural},verbs=get;list;watch;update;patch
// +rbac:groups=benchmark.example.com,resources=${plural}/status,verbs=get;patch
// +rbac:groups=benchmark.example.com,resources=${plural}/finalizers,verbs=update
// +rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch;delete

/** Looks after every ${kind}. */
export class ${kind}Reconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request): Promise<Result> {
    await this.#client.find(${kind}, request);
    return done;
  }
}
`;
}
