import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { didYouMean } from '../../diagnostics.ts';
import { minors } from '@opgen/rules/builtin';
import { type ManifestPart, manifestParts } from '../../manifests/manifest-parts.ts';
import type { ManifestsOptions } from '../../actions/manifests/options.ts';
import { readMinor, withWritingOptions } from '../arguments/common-options.ts';
import type { RunAction } from '../run-action.ts';

export function manifestsCommand(cwd: string, run: RunAction): Command {
  const command = new Command('manifests')
    .description(
      'Generate CRDs, roles and webhook configurations from the types, classes and markers in src/',
    )
    .addOption(new Option('--check', 'write nothing; exit with 3 and print a diff if a file is out of date'))
    .addOption(
      new Option('--watch', 'generate again after every change, until Ctrl-C').conflicts([
        'check',
        'stdout',
        'dryRun',
        'diff',
      ]),
    )
    .addOption(
      new Option('--stdout', 'print the manifests instead of writing them').conflicts([
        'check',
        'out',
        'force',
      ]),
    )
    .option('--only <parts>', `generate only these parts: ${manifestParts.join(', ')}`, readParts)
    .option('--out <folder>', 'write to this folder instead of config/')
    .option('--header-file <file>', 'file with a header for each manifest, such as a license', (file) =>
      readable(cwd, file),
    )
    .option(
      '--max-description-length <bytes>',
      'maximum length of descriptions in CRDs; 0 removes them',
      readCount,
    )
    .option(
      '--kubernetes-version <version>',
      `minor version of the built-in types: ${minors.join(', ')}`,
      readMinor,
    )
    .option(
      '--kubernetes-docs',
      'take the descriptions of built-in types from the @kubernetes/client-node of the project',
    )
    .option('--force', 'replace existing files that opgen did not generate')
    .option('--no-cache', 'generate again even if nothing has changed since the last run');
  return withWritingOptions(command).action((options: ManifestsOptions) =>
    run(async (context) => {
      const { manifests } = await import('../../actions/manifests.ts');
      return manifests(context, options);
    }),
  );
}

/** May be repeated. */
function readParts(text: string, before: readonly ManifestPart[] = []): ManifestPart[] {
  const added = text.split(',').map((written) => {
    const part = manifestParts.find((known) => known === written.trim());
    if (part !== undefined) return part;
    throw new InvalidArgumentError(didYouMean(written, manifestParts) ?? `Use ${manifestParts.join(', ')}.`);
  });
  return [...before, ...added];
}

function readable(folder: string, file: string): string {
  try {
    readFileSync(resolve(folder, file));
    return file;
  } catch {
    throw new InvalidArgumentError('Pass the path of an existing file.');
  }
}

function readCount(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a number of bytes.');
}
