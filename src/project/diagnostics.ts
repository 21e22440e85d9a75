import { defineDiagnostic } from '../diagnostics.ts';

export const missingProject = defineDiagnostic({
  code: 'OPG3001',
  title: 'no PROJECT file',
  explanation:
    'The command works on a project that `opgen init` made, and looks for its PROJECT file in the current folder and those above it. Change to the project, or run `opgen init` first.',
  example: { language: 'text', wrong: 'cd / && opgen manifests', right: 'cd my-operator && opgen manifests' },
});

export const invalidProject = defineDiagnostic({
  code: 'OPG3002',
  title: 'the PROJECT file cannot be read',
  explanation:
    'PROJECT is YAML with the keys of kubebuilder v3: version, layout, domain, projectName, resources. The message names the line. Comments and keys that opgen does not know are kept.',
  example: {
    language: 'text',
    wrong: 'PROJECT: projectName: [my, operator]',
    right: 'PROJECT: projectName: my-operator',
  },
});

export const foreignProject = defineDiagnostic({
  code: 'OPG3003',
  title: 'the project was made by another tool',
  explanation:
    'The layout in the PROJECT file names a plugin of kubebuilder or operator-sdk, whose projects are written in another language. Make an opgen project in a folder of its own; types and controllers are carried over by hand.',
  example: {
    language: 'text',
    wrong: 'PROJECT: layout: [go.kubebuilder.io/v4]',
    right: 'opgen init my-operator --domain example.com',
  },
});

export const invalidGroup = defineDiagnostic({
  code: 'OPG3004',
  title: 'not a valid domain or group',
  explanation:
    'The API server takes only DNS-1123 subdomains as API groups: lower-case letters, digits, - and dots, at most 253 characters, at least one dot in the whole name (<group>.<domain>).',
  example: {
    language: 'text',
    wrong: 'opgen create api --group Fruit_Trees --version v1 --kind Tree',
    right: 'opgen create api --group fruit-trees --version v1 --kind Tree',
  },
});

export const invalidVersion = defineDiagnostic({
  code: 'OPG3005',
  title: 'not a valid version',
  explanation:
    'The version of a CRD must be a DNS-1035 label. By convention it is v1, v1beta1 or v1alpha1: the API server sorts these by maturity and all others after them.',
  example: {
    language: 'text',
    wrong: 'opgen create api --group fruit --version 1 --kind Tree',
    right: 'opgen create api --group fruit --version v1 --kind Tree',
  },
});

export const invalidKind = defineDiagnostic({
  code: 'OPG3006',
  title: 'not a valid kind',
  explanation:
    'A kind is written in PascalCase, with letters and digits only; in lower case it must be a DNS-1035 label of at most 63 characters. It must not be a name that the generated files import from @opgen/runtime.',
  example: {
    language: 'text',
    wrong: 'opgen create api --group fruit --version v1 --kind apple-tree',
    right: 'opgen create api --group fruit --version v1 --kind AppleTree',
  },
});

export const invalidResourceName = defineDiagnostic({
  code: 'OPG3007',
  title: 'not a valid resource name',
  explanation: 'Plural, singular, short names and categories must be DNS-1035 labels.',
  example: {
    language: 'text',
    wrong: 'opgen create api --group fruit --version v1 --kind Tree --plural Trees',
    right: 'opgen create api --group fruit --version v1 --kind Tree --plural trees',
  },
});

export const invalidProjectName = defineDiagnostic({
  code: 'OPG3008',
  title: 'not a valid project name',
  explanation:
    'The project name becomes the prefix of every Kubernetes object of the operator and part of its namespace, so it must be a DNS-1123 label.',
  example: {
    language: 'text',
    wrong: 'opgen init --domain example.com --project-name My_Operator',
    right: 'opgen init --domain example.com --project-name my-operator',
  },
});

export const protectedGroup = defineDiagnostic({
  code: 'OPG3010',
  title: 'a group that belongs to Kubernetes',
  explanation:
    'Groups under k8s.io and kubernetes.io are protected: the API server refuses their CRDs without an annotation that points to an approved API review. Use a domain of your own.',
  example: {
    language: 'text',
    wrong: 'opgen init --domain k8s.io',
    right: 'opgen init --domain example.com',
  },
});

export const invalidControllerName = defineDiagnostic({
  code: 'OPG3013',
  title: 'not a usable name of a controller',
  explanation:
    'A controller is called as its kind is, or as --controller-name says. The name is a DNS-1035 label, and no two controllers of a project may have the same one, dashes aside: classes, logs and metrics are named after it.',
  example: {
    language: 'text',
    wrong: 'opgen create api --group fruit --version v1 --kind Tree --no-resource --controller-name Pruner',
    right: 'opgen create api --group fruit --version v1 --kind Tree --no-resource --controller-name pruner',
  },
});
