import { defineDiagnostic } from '../diagnostics.ts';

export const portInUse = defineDiagnostic({
  code: 'OPG4014',
  title: 'Port in use',
  explanation: 'Another process listens on the port that the local cluster should use.',
  example: {
    language: 'text',
    wrong: 'opgen cluster --port 8443    # twice at the same time',
    right: 'opgen cluster                # chooses a free port',
  },
});

export const manifestsNotInstalled = defineDiagnostic({
  code: 'OPG4015',
  title: 'Manifests that the local cluster rejects',
  explanation:
    'The API server rejected an object in the files of --filename, or opgen cannot read them as manifests. The cluster was stopped.',
  example: {
    language: 'sh',
    given: "printf 'apiVersion: v1\\nkind: Nonsense\\nmetadata: {name: a}\\n' > objects.yaml",
    wrong: 'opgen cluster --filename objects.yaml',
    right: 'rm objects.yaml',
  },
});

export const kubeconfigUnusable = defineDiagnostic({
  code: 'OPG4016',
  title: 'Unusable kubeconfig',
  explanation:
    'The kubeconfig to which opgen should add the context of the local cluster is not a kubeconfig, or another process is changing it.',
  example: {
    language: 'sh',
    given: 'echo text > config.txt',
    wrong: 'opgen cluster --kubeconfig config.txt',
    right: 'rm config.txt',
  },
});

export const stateUnusable = defineDiagnostic({
  code: 'OPG4017',
  title: 'Unusable state folder',
  explanation:
    'The folder of --state is in use by another cluster, or its files are corrupt or from a newer opgen. opgen changes nothing in it then.',
  example: {
    language: 'sh',
    given: 'mkdir state && echo nonsense > state/objects.jsonl',
    wrong: 'opgen cluster --state state',
    right: 'rm -r state',
  },
});
