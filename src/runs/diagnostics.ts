import { defineDiagnostic } from '../diagnostics.ts';

export const unreadableRuns = defineDiagnostic({
  code: 'OPG4037',
  title: 'Runs that cannot be read',
  explanation:
    '`opgen runs` reads the record of an operator from its metrics server: that of the deployed Pods, through the API server, or of the URL that you pass. It cannot reach the server, the operator does not record runs, or the token may not get the path /runs.',
  example: {
    language: 'sh',
    given: '',
    wrong: 'opgen runs --url http://127.0.0.1:1',
    right: 'opgen runs --help',
  },
});
