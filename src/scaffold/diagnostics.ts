import { defineDiagnostic } from '../diagnostics.ts';

export const differentKind = defineDiagnostic({
  code: 'OPG3009',
  title: 'the kind exists, and is another',
  explanation:
    'PROJECT lists the kind with another scope or plural, or its controller belongs to another version. All versions of a kind share these. --force writes the files of this version again.',
  example: {
    language: 'text',
    wrong: 'opgen create api --group fruit --version v2 --kind Tree --no-namespaced',
    right: 'opgen create api --group fruit --version v2 --kind Tree',
  },
});

export const missingType = defineDiagnostic({
  code: 'OPG3011',
  title: 'a controller without a type',
  explanation:
    '`--no-resource` adds a controller to a type that the project has, and PROJECT lists no such type. Write the type too, or name the one that is meant.',
  example: {
    language: 'text',
    wrong: 'opgen create api --group fruit --version v1 --kind Treee --no-resource',
    right: 'opgen create api --group fruit --version v1 --kind Tree --no-resource',
  },
});

export const differentProject = defineDiagnostic({
  code: 'OPG3012',
  title: 'the folder has another project',
  explanation:
    'PROJECT names another domain or project than the command. `opgen init` for the same ones writes only the files that are gone.',
  example: {
    language: 'text',
    wrong: 'opgen init --domain example.org, in a project of example.com',
    right: 'opgen init another-folder --domain example.org',
  },
});

export const storedVersion = defineDiagnostic({
  code: 'OPG3014',
  title: 'the stored version of a kind',
  explanation:
    'The API server keeps objects in one version of their kind. Without it those that exist could not be read any more. Make another version the stored one, migrate the objects, and delete this one then; --delete-storage-version deletes it now.',
  example: {
    language: 'text',
    wrong: 'opgen delete api --group fruit --version v1 --kind Tree, with a v2 left',
    right: 'opgen delete api --group fruit --version v1,v2 --kind Tree',
  },
});

export const invalidImage = defineDiagnostic({
  code: 'OPG3015',
  title: 'an image that cannot be run',
  explanation:
    '--image takes what a container runtime takes: [host[:port]/]path[:tag][@digest]. The port is a number up to 65535, the user is not root, and the kind is one of the project that has a namespace.',
  example: {
    language: 'text',
    wrong: 'opgen create api --group cache --version v1 --kind Memcached --image Memcached:1.6',
    right: 'opgen create api --group cache --version v1 --kind Memcached --image memcached:1.6',
  },
});

export const unknownKind = defineDiagnostic({
  code: 'OPG3016',
  title: 'no such kind in PROJECT',
  explanation: '`opgen delete` takes back what PROJECT lists. The message names what it lists.',
  example: {
    language: 'text',
    wrong: 'opgen delete api --group fruit --version v1 --kind Treee',
    right: 'opgen delete api --group fruit --version v1 --kind Tree',
  },
});

export const invalidExternalType = defineDiagnostic({
  code: 'OPG3017',
  title: 'a type of somebody else that cannot be used',
  explanation:
    'A type of another operator comes from an npm module that exports it, or from a file with its CRD. The CRD has to be of apiextensions.k8s.io/v1 and to serve the version and kind that are asked for.',
  example: {
    language: 'text',
    wrong: 'opgen create api --external-api-crd deployment.yaml',
    right: 'opgen create api --external-api-crd certificates.crd.yaml',
  },
});

export const unknownController = defineDiagnostic({
  code: 'OPG3018',
  title: 'no such controller in PROJECT',
  explanation:
    '`opgen delete api --controller-name` takes back one controller of a kind. The message names those that it has.',
  example: {
    language: 'text',
    wrong: 'opgen delete api --group fruit --version v1 --kind Tree --controller-name prunner',
    right: 'opgen delete api --group fruit --version v1 --kind Tree --controller-name pruner',
  },
});

export const uncopiableVersion = defineDiagnostic({
  code: 'OPG3019',
  title: 'an earlier version cannot be copied',
  explanation:
    'A further version of a kind begins as a copy of the newest one: what differs between them is for you to write. The file of that version has to be TypeScript, and to declare this kind and no other. Nothing was written.',
  example: {
    language: 'text',
    wrong: 'opgen create api --group fruit --version v2 --kind Tree, where the file of v1 declares Leaf too',
    right: 'move Leaf to a file of its own, and repeat the command',
  },
});

export const fileInTheWay = defineDiagnostic({
  code: 'OPG3101',
  title: 'a file is in the way',
  explanation:
    'The command would have to write a file that is there already, with other contents. Nothing was written. Move the file away, or let --force replace it; with --diff beside --force it is only shown.',
  example: {
    language: 'text',
    wrong: 'opgen init, where a Makefile is already',
    right: 'opgen init --diff, then opgen init --force',
  },
});

export const missingScaffoldMarker = defineDiagnostic({
  code: 'OPG3102',
  title: 'a +scaffold: marker is gone',
  explanation:
    'The command adds lines above a `+scaffold:` comment, and the comment is not in the file any more. Nothing was written. Put the comment back, or add the lines of the message by hand and repeat the command.',
  example: {
    language: 'text',
    wrong: 'src/main.ts without its line // +scaffold:setup',
    right: 'put the line back, above the end of the function, and repeat the command',
  },
});

export const folderInTheWay = defineDiagnostic({
  code: 'OPG3103',
  title: 'a folder or a link is in the way',
  explanation:
    'Where a file must be written there is a folder, or a part of its path is a file or leads out of the project. Nothing was written.',
  example: { language: 'text', wrong: 'a folder named Makefile', right: 'mv Makefile my-makefiles' },
});

export const lockedProject = defineDiagnostic({
  code: 'OPG3104',
  title: 'another opgen is writing',
  explanation: 'Two commands must not write to a project at the same time. Wait for the other one to end.',
  example: {
    language: 'text',
    wrong: 'opgen manifests & opgen manifests',
    right: 'opgen manifests && opgen manifests',
  },
});

export const readOnlyFolder = defineDiagnostic({
  code: 'OPG3105',
  title: 'a folder cannot be written to',
  explanation:
    'The command would have to make or replace files in a folder that belongs to somebody else or is read-only. Nothing was written.',
  example: {
    language: 'text',
    wrong: 'chmod a-w config && opgen manifests',
    right: 'chmod u+w config && opgen manifests',
  },
});

export const changedFile = defineDiagnostic({
  code: 'OPG3106',
  severity: 'warning',
  title: 'a file that was changed is kept',
  explanation:
    '`opgen delete` takes back what `opgen create` wrote. A file with changes of yours is kept, and so are changed lines: nobody but you can know what of them is still needed.',
  example: {
    language: 'text',
    wrong: 'opgen delete api --group fruit --version v1 --kind Tree, with a changed tree.controller.ts',
    right: 'rm src/controllers/fruit/tree.controller.ts, once nothing of it is needed',
  },
});

export const invalidLicenseHeader = defineDiagnostic({
  code: 'OPG3107',
  title: 'not the header of a source file',
  explanation:
    'The text that --license-file names is put above every source file that opgen writes. It may be a comment, or plain text, of which opgen makes one.',
  example: {
    language: 'text',
    wrong: 'opgen init --domain example.com --license-file header.txt, which has /* and no */',
    right: "echo '*/' >> header.txt, and the same command again",
  },
});

export const needsManualChange = defineDiagnostic({
  code: 'OPG3108',
  severity: 'warning',
  title: 'a changed file needs your hand',
  explanation:
    '`opgen edit` brings a change into files that you have changed too, and leaves your lines as they are. Where both are on the same lines, the message has the lines to change by hand. Everything else is done.',
  example: {
    language: 'text',
    wrong: 'opgen edit --license mit, with a LICENSE of your own',
    right: 'change LICENSE by hand, as the warning says',
  },
});

export const invalidName = defineDiagnostic({
  code: 'OPG3109',
  title: 'a name that the files cannot hold',
  explanation:
    'The name of the package must be one that npm takes: lower-case letters, digits, - . _ and ~, with a scope before it if you like. The owner of the copyright must be one line.',
  example: {
    language: 'text',
    wrong: 'opgen init --domain example.com --package-name "My Operator"',
    right: 'opgen init --domain example.com --package-name my-operator',
  },
});

export const webhookWithoutType = defineDiagnostic({
  code: 'OPG3201',
  title: 'a webhook that does nothing',
  explanation:
    'A webhook fills objects in (`--defaulting`), checks them (`--validation`) or converts them (`--conversion`). The command needs at least one of these.',
  example: {
    language: 'text',
    wrong: 'opgen create webhook --group fruit --version v1 --kind Tree',
    right: 'opgen create webhook --group fruit --version v1 --kind Tree --validation',
  },
});

export const invalidWebhookPath = defineDiagnostic({
  code: 'OPG3202',
  title: 'not a usable path of a webhook',
  explanation:
    'The API server asks each webhook at a path of its own. It begins with / and holds letters, digits, -, _, . and /; two webhooks cannot share one, and /convert is that of the conversions. `--defaulting-path` belongs to `--defaulting`, `--validation-path` to `--validation`.',
  example: {
    language: 'text',
    wrong: 'opgen create webhook … --kind Tree --defaulting --defaulting-path mutate-tree',
    right: 'opgen create webhook … --kind Tree --defaulting --defaulting-path /mutate-tree',
  },
});

export const invalidSpoke = defineDiagnostic({
  code: 'OPG3203',
  title: 'not a usable spoke',
  explanation:
    'A conversion translates between the hub, which is the version that is stored, and other versions of the same kind, the spokes. Each `--spoke` is a version that PROJECT lists, once, and not the hub.',
  example: {
    language: 'text',
    wrong: 'opgen create webhook … --version v1 --kind Tree --conversion --spoke v1',
    right: 'opgen create webhook … --version v1 --kind Tree --conversion --spoke v2',
  },
});

export const unknownWebhookKind = defineDiagnostic({
  code: 'OPG3204',
  title: 'a webhook without a kind',
  explanation:
    'A webhook is for a kind of the project, for one of Kubernetes, or for an external one that PROJECT lists. The message says which part of the name nothing fits.',
  example: {
    language: 'text',
    wrong: 'opgen create webhook --group fruit --version v1 --kind Treee --validation',
    right: 'opgen create webhook --group fruit --version v1 --kind Tree --validation',
  },
});

export const unconvertibleKind = defineDiagnostic({
  code: 'OPG3205',
  title: 'the kind cannot be converted here',
  explanation:
    'Only the operator that owns a CRD converts its versions, and a kind has one hub. Make the version the hub that is to be stored; all others are its spokes.',
  example: {
    language: 'text',
    wrong: 'opgen create webhook --group apps --version v1 --kind Deployment --conversion --spoke v2',
    right: 'opgen create webhook --group fruit --version v1 --kind Tree --conversion --spoke v2',
  },
});

export const unmovableStorageMarker = defineDiagnostic({
  code: 'OPG3206',
  title: 'the stored version cannot be changed',
  explanation:
    'The hub of a conversion is the stored version, which is said by `// +storageversion` above its interface. The command moves that line, and did not find where it belongs.',
  example: {
    language: 'text',
    wrong: 'interface Tree …, without `export`, in the file that PROJECT names',
    right: '// +storageversion export interface Tree …',
  },
});

export const unknownWebhook = defineDiagnostic({
  code: 'OPG3207',
  title: 'no such webhook',
  explanation:
    'PROJECT lists the kind without the webhook that was to be deleted. Without a type, `opgen delete webhook` takes all webhooks of the version back.',
  example: {
    language: 'text',
    wrong: 'opgen delete webhook --version v1 --kind Tree --defaulting, where Tree has only --validation',
    right: 'opgen delete webhook --version v1 --kind Tree --validation',
  },
});

export const convertedVersion = defineDiagnostic({
  code: 'OPG3208',
  title: 'the version is converted',
  explanation:
    'Another version of the kind is the hub of a conversion to and from this one. Delete that conversion first, or all versions of the kind together.',
  example: {
    language: 'text',
    wrong: 'opgen delete api --group fruit --version v1 --kind Tree, where v2 converts it',
    right: 'opgen delete webhook --version v2 --kind Tree --conversion, then opgen delete api …',
  },
});
