import { defineDiagnostic } from '../diagnostics.ts';

export const notReadable = defineDiagnostic({
  code: 'OPG4034',
  title: 'Missing permission to read the cluster',
  explanation:
    '`opgen plan` copies the objects that the roles of the operator name, with the permissions of the user in the kubeconfig. The message names the kind, and the hint the role.',
  example: {
    language: 'text',
    wrong: 'opgen plan --context viewer     # this user may not list Secrets',
    right: 'opgen plan --context admin',
  },
});

export const unreachable = defineDiagnostic({
  code: 'OPG4035',
  title: 'Cluster that cannot be read',
  explanation:
    'The kubeconfig has no such context, or the API server does not answer or rejects the credentials.',
  example: {
    language: 'sh',
    wrong: 'opgen plan --context no-such-context',
    right: 'opgen plan --help',
  },
});

export const notSettled = defineDiagnostic({
  code: 'OPG4036',
  title: 'Incomplete plan',
  explanation:
    'The operator did not come to rest: a reconcile fails again and again, does not end, or causes the next one. The plan contains what it had written until then.',
  example: {
    language: 'text',
    wrong: "reconcile: async () => { throw new Error('not implemented'); }",
    right: 'reconcile: async () => done',
  },
});
