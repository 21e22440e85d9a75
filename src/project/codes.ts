import type { CodeExplanation } from '../diagnostics.ts';

export const diagnosticCodes = {
  OPG3001: {
    title: 'no PROJECT file',
    explanation:
      'The command works on a project that `opgen init` made, and looks for its PROJECT file in the current folder\nand those above it. Change to the project, or run `opgen init` first.',
  },
  OPG3002: {
    title: 'the PROJECT file cannot be read',
    explanation:
      'PROJECT is YAML with the keys of kubebuilder v3: version, layout, domain, projectName, resources. The message\nnames the line. Comments and keys that opgen does not know are kept.',
  },
  OPG3003: {
    title: 'the project was made by another tool',
    explanation:
      'The layout in the PROJECT file names a plugin of kubebuilder or operator-sdk, whose projects are written in\nanother language. Make an opgen project in a folder of its own; types and controllers are carried over by hand.',
  },
  OPG3004: {
    title: 'not a valid domain or group',
    explanation:
      'The API server takes only DNS-1123 subdomains as API groups: lower-case letters, digits, - and dots, at most\n253 characters, at least one dot in the whole name (<group>.<domain>).',
  },
  OPG3005: {
    title: 'not a valid version',
    explanation:
      'The version of a CRD must be a DNS-1035 label. By convention it is v1, v1beta1 or v1alpha1: the API server\nsorts these by maturity and all others after them.',
  },
  OPG3006: {
    title: 'not a valid kind',
    explanation:
      'A kind is written in PascalCase, with letters and digits only; in lower case it must be a DNS-1035 label of at\nmost 63 characters. It must not be a name that the generated files import from @opgen/runtime.',
  },
  OPG3007: {
    title: 'not a valid resource name',
    explanation: 'Plural, singular, short names and categories must be DNS-1035 labels.',
  },
  OPG3008: {
    title: 'not a valid project name',
    explanation:
      'The project name becomes the prefix of every Kubernetes object of the operator and part of its namespace, so\nit must be a DNS-1123 label.',
  },
  OPG3009: {
    title: 'the kind exists, and is another',
    explanation:
      'PROJECT lists the kind with another scope or plural, or its controller belongs to another version. All versions\nof a kind share these. --force writes the files of this version again.',
  },
  OPG3010: {
    title: 'a group that belongs to Kubernetes',
    explanation:
      'Groups under k8s.io and kubernetes.io are protected: the API server refuses their CRDs without an annotation\nthat points to an approved API review. Use a domain of your own.',
  },
  OPG3011: {
    title: 'a controller without a type',
    explanation:
      '`--no-resource` adds a controller to a type that the project has, and PROJECT lists no such type. Write the type\ntoo, or name the one that is meant.',
  },
  OPG3012: {
    title: 'the folder has another project',
    explanation:
      'PROJECT names another domain or project than the command. `opgen init` for the same ones writes only the files\nthat are gone.',
  },
  OPG3013: {
    title: 'not a usable name of a controller',
    explanation:
      'A controller is called as its kind is, or as --controller-name says. The name is a DNS-1035 label, and no two\ncontrollers of a project may have the same one, dashes aside: classes, logs and metrics are named after it.',
  },
  OPG3014: {
    title: 'the stored version of a kind',
    explanation:
      'The API server keeps objects in one version of their kind. Without it those that exist could not be read any\nmore. Make another version the stored one, migrate the objects, and delete this one then; --force deletes it now.',
  },
  OPG3015: {
    title: 'an image that cannot be run',
    explanation:
      '--image takes what a container runtime takes: [host[:port]/]path[:tag][@digest]. The port is a number up to\n65535, the user is not root, and the kind is one of the project that has a namespace.',
  },
  OPG3016: {
    title: 'no such kind in PROJECT',
    explanation: '`opgen delete` takes back what PROJECT lists. The message names what it lists.',
  },
  OPG3017: {
    title: 'a type of somebody else that cannot be used',
    explanation:
      'A type of another operator comes from an npm module that exports it, or from a file with its CRD. The CRD has to\nbe of apiextensions.k8s.io/v1 and to serve the version and kind that are asked for.',
  },
  OPG3018: {
    title: 'no such controller in PROJECT',
    explanation:
      '`opgen delete api --controller-name` takes back one controller of a kind. The message names those that it has.',
  },
  OPG3019: {
    title: 'an earlier version cannot be copied',
    explanation:
      'A further version of a kind begins as a copy of the newest one: what differs between them is for you to write. The\nfile of that version has to be TypeScript, and to declare this kind and no other. Nothing was written.',
  },
} satisfies Record<string, CodeExplanation>;
