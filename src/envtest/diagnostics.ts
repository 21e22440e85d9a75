import { defineDiagnostic } from '../diagnostics.ts';

export const binariesUnavailable = defineDiagnostic({
  code: 'OPG4018',
  title: 'No binaries of the API server',
  explanation:
    'opgen found no kube-apiserver and etcd for this version and platform: not on this machine, and not in the release index, or the index cannot be reached.',
  example: {
    language: 'sh',
    wrong: 'opgen envtest use 1.2 --installed-only',
    right: 'opgen envtest list --installed-only',
  },
});
