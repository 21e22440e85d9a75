import type { CodeExplanation } from '../diagnostics.ts';

export const diagnosticCodes = {
  OPG3101: {
    title: 'a file is in the way',
    explanation:
      'The command would have to write a file that is there already, with other contents. Nothing was written.\nMove the file away, or let --force replace it; --diff shows what would change.',
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
} satisfies Record<string, CodeExplanation>;
