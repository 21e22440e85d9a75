import type { CodeExplanation } from '../diagnostics.ts';

export const diagnosticCodes = {
  OPG3101: {
    title: 'a file is in the way',
    explanation:
      'The command would have to write a file that is there already, with other contents. Nothing was written.\nMove the file away, or let --force replace it; with --diff beside --force it is only shown.',
  },
  OPG3102: {
    title: 'a +scaffold: marker is gone',
    explanation:
      'The command adds lines above a `+scaffold:` comment, and the comment is not in the file any more. Nothing was\nwritten. Put the comment back, or add the lines of the message by hand and repeat the command.',
  },
  OPG3103: {
    title: 'a folder or a link is in the way',
    explanation:
      'Where a file must be written there is a folder, or a part of its path is a file or leads out of the project.\nNothing was written.',
  },
  OPG3104: {
    title: 'another opgen is writing',
    explanation: 'Two commands must not write to a project at the same time. Wait for the other one to end.',
  },
  OPG3105: {
    title: 'a folder cannot be written to',
    explanation:
      'The command would have to make or replace files in a folder that belongs to somebody else or is read-only.\nNothing was written.',
  },
  OPG3106: {
    title: 'a file that was changed is kept',
    explanation:
      '`opgen delete` takes back what `opgen create` wrote. A file with changes of yours is kept, and so are changed\nlines: nobody but you can know what of them is still needed.',
  },
  OPG3107: {
    title: 'not the header of a source file',
    explanation:
      'The text that --license-file names is put above every source file that opgen writes. It may be a comment, or plain\ntext, of which opgen makes one.',
  },
  OPG3108: {
    title: 'a changed file needs your hand',
    explanation:
      '`opgen edit` brings a change into files that you have changed too, and leaves your lines as they are. Where both\nare on the same lines, the message has the lines to change by hand. Everything else is done.',
  },
  OPG3201: {
    title: 'a webhook that does nothing',
    explanation:
      'A webhook fills objects in (`--defaulting`), checks them (`--validation`) or converts them (`--conversion`). The\ncommand needs at least one of these.',
  },
  OPG3202: {
    title: 'not a usable path of a webhook',
    explanation:
      'The API server asks each webhook at a path of its own. It begins with / and holds letters, digits, -, _, . and\n/; two webhooks cannot share one, and /convert is that of the conversions. `--defaulting-path` belongs to\n`--defaulting`, `--validation-path` to `--validation`.',
  },
  OPG3203: {
    title: 'not a usable spoke',
    explanation:
      'A conversion translates between the hub, which is the version that is stored, and other versions of the same\nkind, the spokes. Each `--spoke` is a version that PROJECT lists, once, and not the hub.',
  },
  OPG3204: {
    title: 'a webhook without a kind',
    explanation:
      'A webhook is for a kind of the project, for one of Kubernetes, or for an external one that PROJECT lists. The\nmessage says which part of the name nothing fits.',
  },
  OPG3205: {
    title: 'the kind cannot be converted here',
    explanation:
      'Only the operator that owns a CRD converts its versions, and a kind has one hub. Make the version the hub that\nis to be stored; all others are its spokes.',
  },
  OPG3206: {
    title: 'the stored version cannot be changed',
    explanation:
      'The hub of a conversion is the stored version, which is said by `// +storageversion` above its interface. The\ncommand moves that line, and did not find where it belongs.',
  },
  OPG3207: {
    title: 'no such webhook',
    explanation:
      'PROJECT lists the kind without the webhook that was to be deleted. Without a type, `opgen delete webhook` takes\nall webhooks of the version back.',
  },
  OPG3208: {
    title: 'the version is converted',
    explanation:
      'Another version of the kind is the hub of a conversion to and from this one. Delete that conversion first, or\nall versions of the kind together.',
  },
  OPG3109: {
    title: 'a name that the files cannot hold',
    explanation:
      'The name of the package must be one that npm takes: lower-case letters, digits, - . _ and ~, with a scope before it\nif you like. The owner of the copyright must be one line.',
  },
} satisfies Record<string, CodeExplanation>;
