import type { CodeExplanation } from '../diagnostics.ts';

export const diagnosticCodes = {
  OPG4001: {
    title: 'the command line cannot be read',
    explanation:
      'A command, an option or an argument is unknown or malformed. `opgen help` lists all of them.',
  },
  OPG4002: {
    title: 'a value is missing',
    explanation:
      'The command needs a value and there is nobody to ask: it asks only on a terminal, and never in CI. The hint\nis the whole command to run.',
  },
  OPG4003: {
    title: 'an option of another tool',
    explanation:
      'kubebuilder and operator-sdk have this option; opgen has no need of it, or another name for it, as the hint says.',
  },
  OPG4004: { title: 'unknown code', explanation: '`opgen explain` without a code lists all of them.' },
  OPG4005: {
    title: 'a step after writing failed',
    explanation: 'The files are complete. Only the step that the message names has to be repeated by hand.',
  },
  OPG4006: {
    title: 'interrupted',
    explanation:
      'The command was stopped, by Ctrl-C or by Ctrl-D at a question, before it wrote its files or after it had written\nall of them. Repeat it when you like.',
  },
  OPG4007: {
    title: 'the operating system refuses',
    explanation:
      'A file or folder cannot be read or written, for want of permission or of room. Nothing was written.',
  },
  OPG4008: {
    title: 'a commit cannot be read',
    explanation:
      '`opgen crd diff` compares with a file, or with what git holds for a commit, a tag or a branch.',
  },
  OPG4009: {
    title: 'there is no such kind or field',
    explanation:
      'Kinds are those that the sources declare, and fields those of their types. Names are written as in YAML.',
  },
  OPG4010: { title: 'unknown marker', explanation: '`opgen markers` without a name lists all of them.' },
  OPG4011: {
    title: 'what is generated is out of date',
    explanation:
      'A type, a class or a marker has changed since the manifests were written. `opgen manifests` writes them again;\ncommit what it writes.',
  },
  OPG4900: {
    title: 'opgen itself failed',
    explanation:
      'This is a defect of opgen, not of your project. Please report it with the text that was printed.',
  },
} satisfies Record<string, CodeExplanation>;
