import { defineDiagnostic } from '../diagnostics.ts';

export const foreignOption = defineDiagnostic({
  code: 'OPG4003',
  title: 'Flag of another tool',
  explanation:
    'kubebuilder and operator-sdk have this flag. opgen does without it or has another one; the hint names it.',
  example: {
    language: 'sh',
    wrong: 'opgen init vineyard --repo example.com/x --no-install --no-git',
    right: 'opgen init vineyard --domain example.com --package-name x --no-install --no-git',
  },
});

export const unknownCode = defineDiagnostic({
  code: 'OPG4004',
  title: 'Unknown code',
  explanation:
    '`opgen explain` without a code lists all codes. `opgen crd explain` describes kinds and fields.',
  example: { language: 'sh', wrong: 'opgen explain OPG9', right: 'opgen explain' },
});

export const interrupted = defineDiagnostic({
  code: 'OPG4006',
  title: 'Interrupted command',
  explanation:
    'Ctrl-C, or Ctrl-D at a question, stopped the command before it wrote its files or after it had written all of them. You can run it again.',
  example: { language: 'text', wrong: 'Ctrl-C', right: 'the same command again' },
});

export const systemError = defineDiagnostic({
  code: 'OPG4007',
  title: 'File access refused by the operating system',
  explanation:
    'A file or folder cannot be read or written, because of its permissions or because the disk is full. No file was written.',
  example: {
    language: 'sh',
    given: 'ln -s loop.ts src/loop.ts',
    wrong: 'opgen manifests',
    right: 'rm src/loop.ts\nopgen manifests',
  },
});

export const internalError = defineDiagnostic({
  code: 'OPG4900',
  title: 'Bug in opgen',
  explanation: 'The bug is in opgen, not in your project. Please report it with the printed text.',
  example: { language: 'text', wrong: '(anything)', right: 'report it; --verbose prints the report' },
});
