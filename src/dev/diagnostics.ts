import { defineDiagnostic } from '../diagnostics.ts';

export const bundleFailed = defineDiagnostic({
  code: 'OPG4020',
  title: 'The operator cannot be bundled',
  explanation:
    'esbuild reported an error, such as a syntax error or an import that does not exist. `opgen dev` keeps the previous build running.',
  example: {
    language: 'text',
    wrong: 'export const size = ;',
    right: 'export const size = 3;',
  },
});

export const typeError = defineDiagnostic({
  code: 'OPG4021',
  title: 'Type error',
  explanation:
    'The compiler of the project reported an error. `opgen dev` keeps the previous build running until the error is fixed. If checking the types takes longer than a second, it starts the new build and reports the error later.',
  example: {
    language: 'text',
    wrong: "const replicas: number = 'three';",
    right: 'const replicas: number = 3;',
  },
});

export const operatorExited = defineDiagnostic({
  code: 'OPG4022',
  title: 'The operator exited',
  explanation:
    'The process of the operator ended by itself. `opgen dev` starts it again after the next change.',
  example: {
    language: 'text',
    wrong: "throw new Error('at the top level of src/main.ts');",
    right: "reconcile: async () => { throw new Error('in a reconcile, which is retried'); }",
  },
});

export const missingMarker = defineDiagnostic({
  code: 'OPG4023',
  severity: 'warning',
  title: 'Missing RBAC marker',
  explanation:
    'The operator runs with the permissions of the generated role, and the API server refused a request. `opgen dev --fix` adds the marker.',
  example: {
    language: 'text',
    wrong: '// +rbac:groups=apps,resources=deployments,verbs=get;list;watch',
    right: '// +rbac:groups=apps,resources=deployments,verbs=get;list;watch;create',
  },
});

export const breakingChange = defineDiagnostic({
  code: 'OPG4024',
  severity: 'warning',
  title: 'A change of a CRD that breaks stored objects',
  explanation:
    'Objects of the kind are stored in the cluster, and the changed CRD is incompatible with the installed one by the rules of `opgen crd diff`.',
  example: {
    language: 'text',
    wrong: 'size: Int32;      // newly required',
    right: 'size?: Int32;',
  },
});

export const clusterRefused = defineDiagnostic({
  code: 'OPG4025',
  title: 'The cluster of opgen dev rejected a manifest',
  explanation: 'The API server rejected an object in config/, for example a CRD or a sample.',
  example: {
    language: 'text',
    wrong: 'spec: { size: many }',
    right: 'spec: { size: 3 }',
  },
});

export const notDevelopable = defineDiagnostic({
  code: 'OPG4026',
  title: 'The project cannot be bundled as its build does',
  explanation:
    'opgen dev bundles the operator with the esbuild of the project and the flags of the script `bundle` in package.json.',
  example: {
    language: 'sh',
    wrong: 'opgen dev',
    right: 'opgen dev --help',
  },
});

export const unknownFault = defineDiagnostic({
  code: 'OPG4027',
  title: 'Invalid fault',
  explanation:
    '`opgen dev --faults` takes names of faults, each with an optional probability for every request or every event of a watch.',
  example: {
    language: 'text',
    wrong: 'opgen dev --faults conflicts',
    right: 'opgen dev --faults conflict=0.5,watchReset',
  },
});

export const operatorRunsElsewhere = defineDiagnostic({
  code: 'OPG4040',
  title: 'The operator already runs in the cluster',
  explanation:
    '`opgen dev --context` does not run an operator beside another instance of it: both would reconcile the same objects.',
  example: {
    language: 'text',
    wrong: 'opgen dev --context kind-dev    # after make deploy',
    right: 'kubectl scale deployment shop-controller-manager --namespace shop-system --replicas=0',
  },
});

export const changesNotUndone = defineDiagnostic({
  code: 'OPG4041',
  title: 'Changes in a cluster that could not be undone',
  explanation:
    '`opgen dev --context` could not restore an object that it had changed. Each of these objects has the label dev.opgen.dev/project and an annotation with its previous fields.',
  example: {
    language: 'text',
    wrong: 'the API server was not reachable when opgen dev ended',
    right: 'start opgen dev --context again and quit it',
  },
});

export const webhooksNotServed = defineDiagnostic({
  code: 'OPG4042',
  title: 'The operator does not serve its webhooks',
  explanation:
    '`opgen validate` starts the operator, so that its webhooks validate the objects too. The operator ended, or did not serve them within a minute.',
  example: {
    language: 'text',
    wrong: "throw new Error('at the top level of src/main.ts');",
    right: 'opgen validate --no-webhooks config/samples',
  },
});

export const alreadyRunning = defineDiagnostic({
  code: 'OPG4043',
  title: 'opgen dev already runs in this project',
  explanation:
    'Two `opgen dev` in one project would write the same manifests and the same kubeconfig. With different contexts, several can run.',
  example: {
    language: 'text',
    wrong: 'opgen dev    # in a second terminal',
    right: 'cp -r shop shop-copy && cd shop-copy && opgen dev',
  },
});
