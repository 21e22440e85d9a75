import { Command } from 'commander';
import { withCommonOptions } from './common-options.ts';
import { completeCommand, completionCommand } from './commands/completion.ts';
import { createApiCommand } from './commands/create-api.ts';
import { deleteApiCommand } from './commands/delete-api.ts';
import { deleteWebhookCommand } from './commands/delete-webhook.ts';
import { crdDiffCommand } from './commands/crd-diff.ts';
import { createWebhookCommand } from './commands/create-webhook.ts';
import { editCommand } from './commands/edit.ts';
import { explainCommand } from './commands/explain.ts';
import { importCrdCommand } from './commands/import-crd.ts';
import { initCommand } from './commands/init.ts';
import { readableHelp } from './help.ts';
import { manifestsCommand } from './commands/manifests.ts';
import { markersCommand } from './commands/markers.ts';
import { versionCommand } from './commands/version.ts';
import type { Deliver } from './deliver.ts';
import { type Session, widthOf } from './session.ts';

export interface ProgramOptions {
  version: string;
  deliver: Deliver;
  /** Takes help texts and the version. */
  print: (text: string) => void;
}

/** All commands. Each declares its flags and loads what does the work only when it runs. */
export function createProgram(session: Session, { deliver, print, version }: ProgramOptions): Command {
  const program = withCommonOptions(new Command('opgen'))
    .description('The operator SDK for TypeScript')
    // Or the root's --version would swallow that of `create api`.
    .enablePositionalOptions()
    .version(version, '-V, --version', 'print the version of opgen')
    .addHelpText('after', firstSteps);

  program
    .addCommand(initCommand(session, deliver))
    .addCommand(
      new Command('create')
        .description('Add to the project')
        .addCommand(createApiCommand(session, deliver))
        .addCommand(createWebhookCommand(session, deliver)),
    )
    .addCommand(editCommand(session, deliver))
    .addCommand(
      new Command('delete')
        .description('Take something out of the project again')
        .addCommand(deleteApiCommand(session, deliver))
        .addCommand(deleteWebhookCommand(session, deliver)),
    )
    .addCommand(manifestsCommand(session, deliver))
    .addCommand(
      new Command('make')
        .description('The same targets as `make` has')
        .addCommand(manifestsCommand(session, deliver)),
      { hidden: true },
    )
    .addCommand(
      new Command('crd')
        .description('Look at the CRDs of the project')
        .addCommand(crdDiffCommand(session, deliver)),
    )
    .addCommand(
      new Command('import')
        .description('Turn what others wrote into TypeScript')
        .addCommand(importCrdCommand(session, deliver)),
    )
    .addCommand(completionCommand(deliver))
    .addCommand(completeCommand(session, deliver), { hidden: true })
    .addCommand(markersCommand(session, deliver))
    .addCommand(explainCommand(session, deliver))
    .addCommand(versionCommand(session, deliver));

  for (const command of withAllBelow(program)) {
    if (command.commands.length > 0) command.helpCommand('help [command]', 'Show help for a command');
    command
      .exitOverride()
      .helpOption('-h, --help', 'show help')
      .configureHelp(readableHelp)
      .showSuggestionAfterError(true)
      .configureOutput({
        writeOut: print,
        writeErr: () => {}, // The reporter prints what is wrong.
        getOutHelpWidth: () => Math.max(widthOf(session.stdout), 40),
      });
  }
  return program;
}

function withAllBelow(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withAllBelow)];
}

const firstSteps = `
A first operator:
  opgen init --domain example.com
  opgen create api --group cache --version v1alpha1 --kind Memcached
  opgen manifests
  npm test`;
