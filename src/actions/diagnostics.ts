import { defineDiagnostic } from '../diagnostics.ts';

const crd = (schema: string): string =>
  `echo '{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: leaves.fruit.example.com}, spec: {group: fruit.example.com, scope: Namespaced, names: {kind: Leaf, plural: leaves}, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: ${schema}}}]}}' > leaves.yaml`;

export const lossyImport = defineDiagnostic({
  code: 'OPG2502',
  severity: 'warning',
  title: 'Lossy import of a CRD',
  explanation:
    'The schema that opgen manifests generates from the imported types differs from the CRD at this path. Everything else is the same.',
  example: {
    language: 'sh',
    given: crd(
      '{type: object, properties: {apiVersion: {type: string}, kind: {type: string}, metadata: {type: object}, spec: {type: object, additionalProperties: true}}}',
    ),
    wrong: 'opgen crd import leaves.yaml',
    right:
      "sed -i 's/additionalProperties/x-kubernetes-preserve-unknown-fields/' leaves.yaml\nopgen crd import leaves.yaml",
  },
});

export const unusedAllowance = defineDiagnostic({
  code: 'OPG2602',
  severity: 'warning',
  title: 'Unused allowance',
  explanation:
    'Allowances accept the breaking changes since the commit that you compare with. Remove an allowance once its change is released, or it would accept the same change again unnoticed.',
  example: {
    language: 'sh',
    given: 'opgen manifests\ncp config/crd/bases/fruit.example.com_trees.yaml before.yaml',
    wrong: "opgen crd diff before.yaml --allow '.spec.size'",
    right: 'opgen crd diff before.yaml',
  },
});

export const usageError = defineDiagnostic({
  code: 'OPG4001',
  title: 'Invalid command line',
  explanation: 'A command, flag or argument is unknown or malformed. `opgen help` lists all commands.',
  example: { language: 'sh', wrong: 'opgen creat api', right: 'opgen create api --help' },
});

export const missingValue = defineDiagnostic({
  code: 'OPG4002',
  title: 'Missing required value',
  explanation:
    'opgen asks for missing values only on a terminal, and never in CI. The hint is the whole command to run.',
  example: {
    language: 'sh',
    wrong: 'opgen create api --group fruit < /dev/null',
    right: 'opgen create api --group fruit --version v1 --kind Bush < /dev/null',
  },
});

export const failedStep = defineDiagnostic({
  code: 'OPG4005',
  title: 'Failed step after the files were written',
  explanation: 'All files are written. Repeat only the step that the message names.',
  example: {
    language: 'sh',
    given: 'mkdir vineyard\necho registry=none > vineyard/.npmrc',
    wrong: 'opgen init vineyard --domain example.com --no-git',
    right: 'opgen init vineyard --domain example.com --no-git --no-install',
  },
});

export const unreachableCluster = defineDiagnostic({
  code: 'OPG4012',
  title: 'Unreachable cluster',
  explanation:
    'opgen reads the CRDs of a cluster with kubectl, so kubectl must be installed, and your user must be allowed to list CRDs.',
  example: {
    language: 'sh',
    given: 'opgen manifests',
    wrong: 'opgen crd diff cluster:no-such-context',
    right: 'opgen crd diff config/crd/bases',
  },
});

export const unreadableCommit = defineDiagnostic({
  code: 'OPG4008',
  title: 'Unknown commit or file',
  explanation:
    '`opgen crd diff` compares files, folders, standard input (`-`), clusters (`cluster:`), and commits, tags or branches of git.',
  example: {
    language: 'sh',
    given:
      'opgen manifests\ngit init -q .\ngit add .\ngit -c user.name=a -c user.email=a@b.c commit -qm Begin',
    wrong: 'opgen crd diff v9.9.9',
    right: 'opgen crd diff HEAD',
  },
});

export const unknownKindOrField = defineDiagnostic({
  code: 'OPG4009',
  title: 'Unknown kind or field',
  explanation:
    'The project declares no kind, version or field of this name. Write names as they appear in YAML.',
  example: {
    language: 'sh',
    wrong: 'opgen crd explain tree.spec.replica',
    right: 'opgen crd explain tree.spec.replicas',
  },
});

export const unknownMarkerName = defineDiagnostic({
  code: 'OPG4010',
  title: 'Unknown marker name',
  explanation: '`opgen markers` without a name lists all markers.',
  example: { language: 'sh', wrong: 'opgen markers minimun', right: 'opgen markers Minimum' },
});

export const outOfDate = defineDiagnostic({
  code: 'OPG4011',
  severity: 'warning',
  title: 'Outdated generated files',
  explanation:
    'A type, class or marker has changed since `opgen manifests` last ran. Run it again and commit the files.',
  example: {
    language: 'sh',
    wrong: 'opgen manifests --check',
    right: 'opgen manifests\nopgen manifests --check',
  },
});

export const olderThanProject = defineDiagnostic({
  code: 'OPG4013',
  severity: 'warning',
  title: 'Project of a newer opgen',
  explanation:
    'cliVersion in PROJECT is the version of opgen that created the project. An older opgen writes the files of its own version, which may not fit those of the project. Use the opgen in the project, such as with `npx opgen`.',
  example: {
    language: 'sh',
    wrong:
      "sed -i 's/^cliVersion: .*/cliVersion: 99.0.0/' PROJECT\nopgen create api --group fruit --version v1 --kind Bush",
    right: 'opgen create api --group fruit --version v1 --kind Bush',
  },
});

export const unavailableDeployment = defineDiagnostic({
  code: 'OPG4030',
  title: 'Unavailable Deployment',
  explanation:
    'The Deployment of the operator did not become available before the timeout. The message says why: the image cannot be pulled, the container crashes (with its last log lines), no node fits, or no Pod can be created.',
  example: {
    language: 'text',
    wrong: 'make deploy IMG=registry.example/no-such-image:v1',
    right: 'make docker-build docker-push deploy IMG=registry.example/operator:v1',
  },
});

export const brokenKustomization = defineDiagnostic({
  code: 'OPG4031',
  title: 'Kustomization that cannot be rendered',
  explanation:
    'kubectl renders `config/default` to find out what the project deploys. It is not installed, or reports an error in the kustomization.',
  example: {
    language: 'sh',
    given: 'opgen manifests',
    wrong: 'rm -r config/manager && opgen rollout',
    right: 'kubectl kustomize config/default > install.yaml',
  },
});

export const keptCrd = defineDiagnostic({
  code: 'OPG4032',
  severity: 'warning',
  title: 'CRD with objects',
  explanation:
    '`make undeploy` and `make uninstall` keep a CRD that still has objects, because deleting it deletes the objects and what they own. They also keep the namespace of the operator if it contains such objects. `delete-crds=true` deletes them all.',
  example: {
    language: 'text',
    wrong: 'make uninstall',
    right: 'make uninstall delete-crds=true',
  },
});

export const invalidObject = defineDiagnostic({
  code: 'OPG4033',
  title: 'Object that the API server rejects',
  explanation:
    '`opgen validate` creates the object on the embedded API server as a dry run, with the CRDs of the project, and reports why the server rejects it: an unknown kind or field, a value that its schema or a CEL rule does not allow, an invalid name. A warning is a rejection that depends on other objects in the cluster.',
  example: {
    language: 'sh',
    given:
      "opgen manifests\nprintf 'apiVersion: fruit.example.com/v1\\nkind: Tree\\nmetadata: {name: oak}\\nspec: {nonsense: 1}\\n' > tree.yaml",
    wrong: 'opgen validate tree.yaml',
    right: 'opgen validate config/samples',
  },
});
