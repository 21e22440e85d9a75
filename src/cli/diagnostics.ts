import { defineDiagnostic } from '../diagnostics.ts';

export const lossyImport = defineDiagnostic({
  code: 'OPG2502',
  severity: 'warning',
  title: 'A part of a CRD cannot be said in types',
  explanation:
    'The types say less than the CRD did: what opgen manifests makes of them differs at the path. Nothing else is lost.',
  example: {
    language: 'text',
    wrong: 'opgen import crd memcacheds.yaml, with additionalProperties: true',
    right: 'opgen import crd memcacheds.yaml, with x-kubernetes-preserve-unknown-fields: true',
  },
});

export const unusedAllowance = defineDiagnostic({
  code: 'OPG2602',
  severity: 'warning',
  title: 'An allowed change did not happen',
  explanation:
    'A change that was allowed once would be allowed again, when nobody thinks of it. Lists of allowed changes hold what is new since the commit that is compared with.',
  example: {
    language: 'text',
    wrong: "opgen crd diff main --allow '.spec.siez'",
    right: "opgen crd diff main --allow '.spec.size'",
  },
});

export const usageError = defineDiagnostic({
  code: 'OPG4001',
  title: 'the command line cannot be read',
  explanation: 'A command, an option or an argument is unknown or malformed. `opgen help` lists all of them.',
  example: { language: 'text', wrong: 'opgen creat api', right: 'opgen create api' },
});

export const missingValue = defineDiagnostic({
  code: 'OPG4002',
  title: 'a value is missing',
  explanation:
    'The command needs a value and there is nobody to ask: it asks only on a terminal, and never in CI. The hint is the whole command to run.',
  example: {
    language: 'text',
    wrong: 'opgen init < /dev/null',
    right: 'opgen init --domain example.com < /dev/null',
  },
});

export const foreignOption = defineDiagnostic({
  code: 'OPG4003',
  title: 'an option of another tool',
  explanation:
    'kubebuilder and operator-sdk have this option; opgen has no need of it, or another name for it, as the hint says.',
  example: {
    language: 'text',
    wrong: 'opgen init --repo example.com/x',
    right: 'opgen init --package-name x',
  },
});

export const unknownCode = defineDiagnostic({
  code: 'OPG4004',
  title: 'unknown code',
  explanation: '`opgen explain` without a code lists all of them.',
  example: { language: 'text', wrong: 'opgen explain OPG9', right: 'opgen explain' },
});

export const failedStep = defineDiagnostic({
  code: 'OPG4005',
  severity: 'warning',
  title: 'a step after writing failed',
  explanation: 'The files are complete. Only the step that the message names has to be repeated by hand.',
  example: {
    language: 'text',
    wrong: 'opgen init --domain example.com, offline',
    right: 'npm install, once there is a network',
  },
});

export const interrupted = defineDiagnostic({
  code: 'OPG4006',
  title: 'interrupted',
  explanation:
    'The command was stopped, by Ctrl-C or by Ctrl-D at a question, before it wrote its files or after it had written all of them. Repeat it when you like.',
  example: { language: 'text', wrong: 'Ctrl-C', right: 'the same command again' },
});

export const systemError = defineDiagnostic({
  code: 'OPG4007',
  title: 'the operating system refuses',
  explanation:
    'A file or folder cannot be read or written, for want of permission or of room. Nothing was written.',
  example: {
    language: 'text',
    wrong: 'opgen manifests, in a folder of another user',
    right: 'chown -R "$USER" .',
  },
});

export const unreadableCommit = defineDiagnostic({
  code: 'OPG4008',
  title: 'a commit cannot be read',
  explanation:
    '`opgen crd diff` compares with a file, or with what git holds for a commit, a tag or a branch.',
  example: {
    language: 'text',
    wrong: 'opgen crd diff v9.9.9',
    right: 'opgen crd diff v1.0.0, after git fetch --tags',
  },
});

export const unknownKindOrField = defineDiagnostic({
  code: 'OPG4009',
  title: 'there is no such kind or field',
  explanation:
    'Kinds are those that the sources declare, and fields those of their types. Names are written as in YAML.',
  example: {
    language: 'text',
    wrong: 'opgen crd diff main --kind Memcahced',
    right: 'opgen crd diff main --kind Memcached',
  },
});

export const unknownMarkerName = defineDiagnostic({
  code: 'OPG4010',
  title: 'unknown marker',
  explanation: '`opgen markers` without a name lists all of them.',
  example: { language: 'text', wrong: 'opgen markers minimun', right: 'opgen markers Minimum' },
});

export const outOfDate = defineDiagnostic({
  code: 'OPG4011',
  title: 'what is generated is out of date',
  explanation:
    'A type, a class or a marker has changed since the manifests were written. `opgen manifests` writes them again; commit what it writes.',
  example: {
    language: 'text',
    wrong: 'opgen manifests --check, after a type has changed',
    right: 'opgen manifests, then opgen manifests --check',
  },
});

export const internalError = defineDiagnostic({
  code: 'OPG4900',
  title: 'opgen itself failed',
  explanation:
    'This is a defect of opgen, not of your project. Please report it with the text that was printed.',
  example: { language: 'text', wrong: '(anything)', right: 'report it; --verbose shows the text to report' },
});
