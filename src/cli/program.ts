import { Command } from 'commander';
import { withCommonOptions } from './arguments/common-options.ts';
import { clusterCommand } from './commands/cluster.ts';
import { completeCommand, completionCommand } from './commands/completion.ts';
import { createApiCommand } from './commands/create-api.ts';
import { devCommand } from './commands/dev.ts';
import { deleteApiCommand } from './commands/delete-api.ts';
import { deleteWebhookCommand } from './commands/delete-webhook.ts';
import { crdDiffCommand } from './commands/crd-diff.ts';
import { crdExplainCommand } from './commands/crd-explain.ts';
import { crdImportCommand } from './commands/crd-import.ts';
import { crdSchemaCommand } from './commands/crd-schema.ts';
import { createWebhookCommand } from './commands/create-webhook.ts';
import { doctorCommand } from './commands/doctor.ts';
import { editCommand } from './commands/edit.ts';
import { envtestCommand } from './commands/envtest.ts';
import { explainCommand } from './commands/explain.ts';
import { initCommand } from './commands/init.ts';
import { readableHelp } from './output/help.ts';
import { manifestsCommand } from './commands/manifests.ts';
import { markersCommand } from './commands/markers.ts';
import { planCommand } from './commands/plan.ts';
import { rolloutCommand } from './commands/rollout.ts';
import { runsCommand } from './commands/runs.ts';
import { undeployCommand } from './commands/undeploy.ts';
import { validateCommand } from './commands/validate.ts';
import { versionCommand } from './commands/version.ts';
import type { RunAction } from './run-action.ts';
import { type Session, widthOf } from './session.ts';

export interface ProgramOptions {
  version: string;
  run: RunAction;
  /** Receives help texts and the version. */
  print: (text: string) => void;
}

/** All commands. Each declares its options, and loads its action only when it runs. */
export function createProgram(session: Session, { print, run, version }: ProgramOptions): Command {
  const program = withCommonOptions(new Command('opgen'))
    .description('The operator SDK for TypeScript')
    // Or the root's --version would swallow that of `create api`.
    .enablePositionalOptions()
    .version(version, '-V, --version', 'print the version of opgen')
    .addHelpText('after', firstSteps);

  program
    .addCommand(initCommand(run))
    .addCommand(
      new Command('create')
        .description('Add to the project')
        .addCommand(createApiCommand(run))
        .addCommand(createWebhookCommand(run)),
    )
    .addCommand(editCommand(run))
    .addCommand(
      new Command('delete')
        .description('Delete from the project')
        .addCommand(deleteApiCommand(run))
        .addCommand(deleteWebhookCommand(run)),
    )
    .addCommand(manifestsCommand(session.cwd, run))
    .addCommand(
      new Command('make').description('The targets of `make`').addCommand(manifestsCommand(session.cwd, run)),
      { hidden: true },
    )
    .addCommand(
      new Command('crd')
        .description('Import, compare, describe and convert CRDs')
        .addCommand(crdImportCommand(run))
        .addCommand(crdDiffCommand(run))
        .addCommand(crdExplainCommand(run))
        .addCommand(crdSchemaCommand(run)),
    )
    .addCommand(devCommand(run))
    .addCommand(clusterCommand(run))
    .addCommand(envtestCommand(run))
    .addCommand(validateCommand(run))
    .addCommand(planCommand(run))
    .addCommand(rolloutCommand(run))
    .addCommand(runsCommand(run))
    .addCommand(undeployCommand(run))
    .addCommand(doctorCommand(run))
    .addCommand(completionCommand(run))
    .addCommand(completeCommand(run), { hidden: true })
    .addCommand(markersCommand(run))
    .addCommand(explainCommand(run))
    .addCommand(versionCommand(run));

  for (const command of withAllBelow(program)) {
    if (command.commands.length > 0) command.helpCommand('help [command]', 'Show the help of a command');
    command
      .exitOverride()
      .helpOption('-h, --help', 'show help')
      .configureHelp(readableHelp)
      .showSuggestionAfterError(true)
      .configureOutput({
        writeOut: print,
        writeErr: () => {}, // The reporter prints errors.
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
