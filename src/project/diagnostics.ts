import { defineDiagnostic } from '../diagnostics.ts';

export const missingProject = defineDiagnostic({
  code: 'OPG3001',
  title: 'No PROJECT file',
  explanation:
    'The command works on a project that `opgen init` created, and looks for its PROJECT file in the current folder and the folders above. Change to the project, or run `opgen init` first.',
  example: { language: 'sh', wrong: 'mv PROJECT PROJECT.old\nopgen manifests', right: 'opgen manifests' },
});

export const invalidProject = defineDiagnostic({
  code: 'OPG3002',
  title: 'Invalid PROJECT file',
  explanation:
    'PROJECT is YAML with the keys of kubebuilder v3: version, layout, domain, projectName, resources. opgen keeps comments and unknown keys. Correct the line that the message names.',
  example: {
    language: 'sh',
    wrong: "sed -i 's/^projectName:.*/projectName: [my, operator]/' PROJECT\nopgen edit --namespaced",
    right: 'opgen edit --namespaced',
  },
});

export const foreignProject = defineDiagnostic({
  code: 'OPG3003',
  title: 'Project of another tool',
  explanation:
    'The layout in PROJECT names a plugin of kubebuilder or operator-sdk, which opgen cannot edit. Create an opgen project in a separate folder, and port the types and controllers by hand.',
  example: {
    language: 'sh',
    wrong: "sed -i 's#opgen/v1#go.kubebuilder.io/v4#' PROJECT\nopgen edit --namespaced",
    right: 'opgen init vineyard --domain example.com --no-install --no-git',
  },
});

export const invalidGroup = defineDiagnostic({
  code: 'OPG3004',
  title: 'Invalid domain or group',
  explanation:
    'An API group is a DNS-1123 subdomain: lower-case letters, digits, - and dots, at most 253 characters. The full name, `<group>.<domain>`, needs at least one dot. Change --group or --domain.',
  example: {
    language: 'sh',
    wrong: 'opgen create api --group Fruit_Trees --version v1 --kind Bush',
    right: 'opgen create api --group fruit-trees --version v1 --kind Bush',
  },
});

export const invalidVersion = defineDiagnostic({
  code: 'OPG3005',
  title: 'Invalid version',
  explanation:
    'The version of a CRD is a DNS-1035 label, by convention v1, v1beta1 or v1alpha1. The API server sorts versions of this form by stability, and all others after them. Change --version.',
  example: {
    language: 'sh',
    wrong: 'opgen create api --group fruit --version 1 --kind Bush',
    right: 'opgen create api --group fruit --version v1 --kind Bush',
  },
});

export const invalidKind = defineDiagnostic({
  code: 'OPG3006',
  title: 'Invalid kind',
  explanation:
    'A kind is written in PascalCase, with letters and digits only. It has at most 59 characters, because the name of its list, such as MemcachedList, has at most 63. It must not be a name that generated files import from @opgen/runtime. Change --kind.',
  example: {
    language: 'sh',
    wrong: 'opgen create api --group fruit --version v1 --kind apple-tree',
    right: 'opgen create api --group fruit --version v1 --kind AppleTree',
  },
});

export const invalidResourceName = defineDiagnostic({
  code: 'OPG3007',
  title: 'Invalid resource name',
  explanation:
    'Plural, singular, short names and categories are DNS-1035 labels: lower-case letters, digits and -, beginning with a letter. Change the flag that the message names.',
  example: {
    language: 'sh',
    wrong: 'opgen create api --group fruit --version v1 --kind Bush --plural Bushes',
    right: 'opgen create api --group fruit --version v1 --kind Bush --plural bushes',
  },
});

export const invalidProjectName = defineDiagnostic({
  code: 'OPG3008',
  title: 'Invalid project name',
  explanation:
    'The project name is the prefix of every Kubernetes object of the operator and part of its namespace, so it must be a DNS-1123 label: lower-case letters, digits and -. It has at most 47 characters, because the name of a Service has at most 63. Change --project-name.',
  example: {
    language: 'sh',
    wrong: 'opgen init vineyard --domain example.com --project-name My_Operator --no-install --no-git',
    right: 'opgen init vineyard --domain example.com --project-name my-operator --no-install --no-git',
  },
});

export const protectedGroup = defineDiagnostic({
  code: 'OPG3010',
  title: 'Group reserved for Kubernetes',
  explanation:
    'The API server rejects CRDs in groups under k8s.io and kubernetes.io unless an annotation links to an approved API review. Use your own domain.',
  example: {
    language: 'sh',
    wrong: 'opgen init vineyard --domain k8s.io --no-install --no-git',
    right: 'opgen init vineyard --domain example.com --no-install --no-git',
  },
});

export const invalidControllerName = defineDiagnostic({
  code: 'OPG3013',
  title: 'Invalid controller name',
  explanation:
    'A controller has the name of its kind, or the one in --controller-name. The name is a DNS-1035 label and unique in the project, ignoring dashes, because classes, logs and metrics use it. Change --controller-name.',
  example: {
    language: 'sh',
    wrong: 'opgen create api --group fruit --version v1 --kind Tree --no-resource --controller-name Pruner',
    right: 'opgen create api --group fruit --version v1 --kind Tree --no-resource --controller-name pruner',
  },
});
