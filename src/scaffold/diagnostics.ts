import { defineDiagnostic } from '../diagnostics.ts';

export const differentKind = defineDiagnostic({
  code: 'OPG3009',
  title: 'Conflict with an existing kind',
  explanation:
    'All versions of a kind share its scope, plural and controller, and PROJECT lists the kind with different ones. Names of kinds and controllers must also be unique. Use the values from PROJECT or choose another name. To rewrite the files of an existing version, add --force.',
  example: {
    language: 'sh',
    wrong: 'opgen create api --group fruit --version v2 --kind Tree --no-namespaced',
    right: 'opgen create api --group fruit --version v2 --kind Tree',
  },
});

export const missingType = defineDiagnostic({
  code: 'OPG3011',
  title: 'Controller without a type',
  explanation:
    '`--no-resource` adds a controller for an existing type, but neither PROJECT nor Kubernetes has this type. Correct the group, version and kind, or leave out `--no-resource` to create the type too.',
  example: {
    language: 'sh',
    wrong: 'opgen create api --group apps --version v1 --kind Deploymnt --no-resource',
    right: 'opgen create api --group apps --version v1 --kind Deployment --no-resource',
  },
});

export const differentProject = defineDiagnostic({
  code: 'OPG3012',
  title: 'Folder of another project',
  explanation:
    'PROJECT has a different domain, project name or option than the command. `opgen init` with the same values restores only missing files. Use another folder for a new project, or `opgen edit` to change the options of this one.',
  example: {
    language: 'sh',
    wrong: 'opgen init --domain example.org --no-install --no-git',
    right: 'opgen init vineyard --domain example.org --no-install --no-git',
  },
});

export const storedVersion = defineDiagnostic({
  code: 'OPG3014',
  title: 'Deletion of the storage version',
  explanation:
    'The API server stores all objects of a kind in its storage version and cannot read them without it. Make another version the storage version, migrate the stored objects (see "Retire a version" in the guide to kinds), and then delete this version. To delete it now, add --delete-storage-version.',
  example: {
    language: 'sh',
    given: 'opgen create api --group fruit --version v2 --kind Tree --no-controller',
    wrong: 'opgen delete api --group fruit --version v1 --kind Tree',
    right: 'opgen delete api --group fruit --version v1,v2 --kind Tree',
  },
});

export const invalidImage = defineDiagnostic({
  code: 'OPG3015',
  title: 'Invalid image options',
  explanation:
    '--image takes an image reference: [host[:port]/]path[:tag][@digest]. The container port is a number from 1 to 65535, the user is not root, the command has no control characters, and the kind is a namespaced kind of the project.',
  example: {
    language: 'sh',
    wrong: 'opgen create api --group cache --version v1 --kind Memcached --image Memcached:1.6',
    right: 'opgen create api --group cache --version v1 --kind Memcached --image memcached:1.6',
  },
});

export const unknownKind = defineDiagnostic({
  code: 'OPG3016',
  title: 'Kind not in PROJECT',
  explanation: '`opgen delete` deletes only resources that PROJECT lists. The message lists the candidates.',
  example: {
    language: 'sh',
    wrong: 'opgen delete api --group fruit --version v1 --kind Treee',
    right: 'opgen delete api --group fruit --version v1 --kind Tree',
  },
});

export const invalidExternalType = defineDiagnostic({
  code: 'OPG3017',
  title: 'Invalid external type',
  explanation:
    'An external type comes either from an npm module that exports it or from a file with its CRD. The CRD must have the apiVersion apiextensions.k8s.io/v1 and contain the requested kind and version. Flags may repeat its names, but not contradict them.',
  example: {
    language: 'sh',
    wrong: 'opgen create api --group pki --version v1 --kind Leaf --external-api-module ../pki',
    right: 'opgen create api --group pki --version v1 --kind Leaf --external-api-module @example/pki',
  },
});

export const unknownController = defineDiagnostic({
  code: 'OPG3018',
  title: 'Controller not in PROJECT',
  explanation:
    '`opgen delete api --controller-name` deletes one controller of a kind. The message lists the controllers that the kind has.',
  example: {
    language: 'sh',
    given: 'opgen create api --group fruit --version v1 --kind Tree --no-resource --controller-name pruner',
    wrong: 'opgen delete api --group fruit --version v1 --kind Tree --controller-name prunner',
    right: 'opgen delete api --group fruit --version v1 --kind Tree --controller-name pruner',
  },
});

export const uncopiableVersion = defineDiagnostic({
  code: 'OPG3019',
  title: 'Type that cannot be copied to a new version',
  explanation:
    'A new version of a kind begins as a copy of the newest one. opgen can copy only a file without syntax errors that exports this kind, declares no other and contains the apiVersion as a string. Move other kinds to files of their own. Nothing was written.',
  example: {
    language: 'sh',
    given: `echo "export const Leaf = defineKind<Leaf>({ apiVersion: 'fruit.example.com/v1', kind: 'Leaf', plural: 'leaves', scope: 'Cluster' });" >> src/api/fruit/v1/tree.ts`,
    wrong: 'opgen create api --group fruit --version v2 --kind Tree',
    right:
      "sed -i '/Leaf/d' src/api/fruit/v1/tree.ts\nopgen create api --group fruit --version v2 --kind Tree",
  },
});

export const fileInTheWay = defineDiagnostic({
  code: 'OPG3101',
  title: 'Existing file with different content',
  explanation:
    'The command would overwrite an existing file that has different content. Nothing was written. Move the file, or add --force to replace it. To preview the replacement, add --diff as well.',
  example: {
    language: 'sh',
    given: "mkdir vineyard\necho 'all:' > vineyard/Makefile",
    wrong: 'opgen init vineyard --domain example.com --no-install --no-git',
    right: 'opgen init vineyard --domain example.com --no-install --no-git --force',
  },
});

export const missingScaffoldMarker = defineDiagnostic({
  code: 'OPG3102',
  title: 'Missing +scaffold: marker',
  explanation:
    'The command inserts lines above a `+scaffold:` comment, but the file no longer has that comment. Nothing was written. Restore the comment, or paste the lines from the message, and run the command again.',
  example: {
    language: 'sh',
    wrong: "sed -i '/+scaffold:setup/d' src/main.ts\nopgen create api --group fruit --version v1 --kind Bush",
    right: 'opgen create api --group fruit --version v1 --kind Bush',
  },
});

export const folderInTheWay = defineDiagnostic({
  code: 'OPG3103',
  title: 'Folder or link at the path of a file',
  explanation:
    'The command cannot write a file because its path is a folder, or because a part of its path is a file or a link that leads out of the project. Nothing was written. Move the obstacle.',
  example: {
    language: 'sh',
    wrong: 'mkdir -p vineyard/Makefile\nopgen init vineyard --domain example.com --no-install --no-git',
    right: 'opgen init vineyard --domain example.com --no-install --no-git',
  },
});

export const lockedProject = defineDiagnostic({
  code: 'OPG3104',
  title: 'Project locked by another opgen command',
  explanation:
    'Only one command at a time can write to a project. Wait until the other command ends, and run this one again.',
  example: {
    language: 'sh',
    wrong: 'mkdir .opgen-transaction\necho 1 > .opgen-transaction/owner\nopgen manifests',
    right: 'opgen manifests',
  },
});

export const readOnlyFolder = defineDiagnostic({
  code: 'OPG3105',
  title: 'Read-only folder',
  explanation:
    'The command would create or replace files in a folder that your user cannot write to. Nothing was written. Change the permissions of the folder, or run the command as its owner.',
  example: {
    language: 'sh',
    wrong: 'chmod a-w config/rbac\nopgen manifests',
    right: 'opgen manifests',
  },
});

export const changedFile = defineDiagnostic({
  code: 'OPG3106',
  severity: 'warning',
  title: 'Changed file that opgen does not delete',
  explanation:
    '`opgen delete` removes what `opgen create` wrote. It keeps files and lines that you have changed, because you may still need them. Delete them by hand if you do not.',
  example: {
    language: 'sh',
    wrong:
      "echo '// my change' >> src/controllers/fruit/tree.controller.ts\nopgen delete api --group fruit --version v1 --kind Tree",
    right: 'opgen delete api --group fruit --version v1 --kind Tree',
  },
});

export const invalidLicenseHeader = defineDiagnostic({
  code: 'OPG3107',
  title: 'Invalid license header',
  explanation:
    'opgen puts the text of --license-file at the top of every source file that it writes. The file contains either a complete comment or plain text, which opgen turns into a comment.',
  example: {
    language: 'sh',
    given: "echo '/* Copyright Pomona' > header.txt",
    wrong: 'opgen init vineyard --domain example.com --no-install --no-git --license-file header.txt',
    right:
      "echo '*/' >> header.txt\nopgen init vineyard --domain example.com --no-install --no-git --license-file header.txt",
  },
});

export const needsManualChange = defineDiagnostic({
  code: 'OPG3108',
  severity: 'warning',
  title: 'Change that needs a manual edit',
  explanation:
    '`opgen edit` merges its changes into files that you have changed, and keeps your lines. Where both change the same lines, the message shows the lines to edit by hand. All other changes were made.',
  example: {
    language: 'sh',
    wrong: "echo 'All rights reserved' > LICENSE\nopgen edit --license mit",
    right: 'opgen edit --license mit',
  },
});

export const invalidName = defineDiagnostic({
  code: 'OPG3109',
  title: 'Invalid package name or owner',
  explanation:
    'The package name must be valid for npm: lowercase letters, digits, - . _ and ~, with an optional scope. The copyright owner must be a single line.',
  example: {
    language: 'sh',
    wrong: 'opgen init vineyard --domain example.com --no-install --no-git --package-name "My Operator"',
    right: 'opgen init vineyard --domain example.com --no-install --no-git --package-name my-operator',
  },
});

export const invalidTransaction = defineDiagnostic({
  code: 'OPG3110',
  title: 'Transaction folder that opgen did not write',
  explanation:
    'opgen writes through the folder `.opgen-transaction`, and completes the changes of a killed command from the journal in it. This journal names a file outside the project, a file behind a link or a file of git, or it is damaged. Nothing was written. Such a folder can come with a repository that somebody else made.',
  example: {
    language: 'sh',
    given:
      'mkdir .opgen-transaction\necho \'[{ "path": "../../.bashrc" }]\' > .opgen-transaction/journal.json',
    wrong: 'opgen manifests',
    right: 'rm -r .opgen-transaction\nopgen manifests',
  },
});

export const unfinishedTransaction = defineDiagnostic({
  code: 'OPG3111',
  title: 'Interrupted changes',
  explanation:
    'A command was killed after it began to replace files, so some files are old and others are new. The next command that writes completes these changes. `--dry-run`, `--diff`, `--check` and `--stdout` promise to write nothing, so they stop.',
  example: {
    language: 'sh',
    given:
      'mkdir .opgen-transaction\necho \'[{ "path": "config/rbac/role.yaml" }]\' > .opgen-transaction/journal.json',
    wrong: 'opgen manifests --check',
    right: 'opgen manifests\nopgen manifests --check',
  },
});

export const nestedProject = defineDiagnostic({
  code: 'OPG3112',
  severity: 'warning',
  title: 'New project inside another project, workspace or repository',
  explanation:
    '`opgen init` writes a project that works on its own: it has its own lock file and workflows. Inside a workspace of npm, pnpm or yarn, the workspace has the lock file; inside a git repository, GitHub reads only the workflows in its root; and inside another project, `opgen` finds the nearest PROJECT. The hint says what to change.',
  example: {
    language: 'sh',
    wrong: 'opgen init vineyard --domain example.com --no-install --no-git',
    right: 'opgen create api --group fruit --version v1 --kind Bush',
  },
});

export const webhookWithoutType = defineDiagnostic({
  code: 'OPG3201',
  title: 'Webhook without a type',
  explanation:
    'A webhook sets defaults (`--defaulting`), validates objects (`--validation`) or converts them between versions (`--conversion`). Add at least one of these flags.',
  example: {
    language: 'sh',
    wrong: 'opgen create webhook --group fruit --version v1 --kind Tree',
    right: 'opgen create webhook --group fruit --version v1 --kind Tree --validation',
  },
});

export const invalidWebhookPath = defineDiagnostic({
  code: 'OPG3202',
  title: 'Invalid webhook path',
  explanation:
    'Each webhook has a unique URL path that begins with /. Each part between slashes is a DNS-1123 subdomain: lower-case letters, digits, - and dots. The path /convert is reserved for conversions. `--defaulting-path` requires `--defaulting`, and `--validation-path` requires `--validation`.',
  example: {
    language: 'sh',
    wrong:
      'opgen create webhook --group fruit --version v1 --kind Tree --defaulting --defaulting-path mutate-tree',
    right:
      'opgen create webhook --group fruit --version v1 --kind Tree --defaulting --defaulting-path /mutate-tree',
  },
});

export const invalidSpoke = defineDiagnostic({
  code: 'OPG3203',
  title: 'Invalid spoke',
  explanation:
    'A conversion webhook converts between the hub, which is the storage version, and the spokes, which are other versions of the same kind. Each `--spoke` names a version in PROJECT other than the hub, and only once.',
  example: {
    language: 'sh',
    given: 'opgen create api --group fruit --version v2 --kind Tree --no-controller',
    wrong: 'opgen create webhook --group fruit --version v1 --kind Tree --conversion --spoke v1',
    right: 'opgen create webhook --group fruit --version v1 --kind Tree --conversion --spoke v2',
  },
});

export const unknownWebhookKind = defineDiagnostic({
  code: 'OPG3204',
  title: 'Webhook for an unknown kind',
  explanation:
    'A webhook is for a kind of the project, a built-in kind of Kubernetes, or an external kind that PROJECT lists. The message shows which part of the group, version and kind does not match.',
  example: {
    language: 'sh',
    wrong: 'opgen create webhook --group fruit --version v1 --kind Treee --validation',
    right: 'opgen create webhook --group fruit --version v1 --kind Tree --validation',
  },
});

export const unconvertibleKind = defineDiagnostic({
  code: 'OPG3205',
  title: 'Unsupported conversion',
  explanation:
    'Only the operator that owns a CRD can convert its versions, and a kind has exactly one hub. Make the storage version the hub and all other versions its spokes.',
  example: {
    language: 'sh',
    given: 'opgen create api --group fruit --version v2 --kind Tree --no-controller',
    wrong: 'opgen create webhook --group apps --version v1 --kind Deployment --conversion --spoke v2',
    right: 'opgen create webhook --group fruit --version v1 --kind Tree --conversion --spoke v2',
  },
});

export const unmovableStorageMarker = defineDiagnostic({
  code: 'OPG3206',
  title: 'Storage version that cannot be changed',
  explanation:
    'The hub of a conversion must be the storage version, which has `// +storageversion` above its interface. The command moves this marker to the hub, but did not find the exported interface. Correct the type or its path in PROJECT.',
  example: {
    language: 'sh',
    given: 'opgen create api --group fruit --version v2 --kind Tree --no-controller',
    wrong:
      "sed -i 's/export interface Tree /interface Tree /' src/api/fruit/v2/tree.ts\nopgen create webhook --group fruit --version v2 --kind Tree --conversion --spoke v1",
    right: 'opgen create webhook --group fruit --version v2 --kind Tree --conversion --spoke v1',
  },
});

export const unknownWebhook = defineDiagnostic({
  code: 'OPG3207',
  title: 'Webhook not in PROJECT',
  explanation:
    'PROJECT lists the kind without this webhook. Name a webhook type that the kind has, or leave out the type to delete all webhooks of the version.',
  example: {
    language: 'sh',
    given: 'opgen create webhook --group fruit --version v1 --kind Tree --validation',
    wrong: 'opgen delete webhook --group fruit --version v1 --kind Tree --defaulting',
    right: 'opgen delete webhook --group fruit --version v1 --kind Tree --validation',
  },
});
