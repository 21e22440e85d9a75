import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { didYouMean } from '../../diagnostics.ts';
import { type Minor, minorOf, minors } from '@opgen/rules/builtin';
import { type ManifestPart, manifestParts } from '../../manifests/manifest-parts.ts';
import { withWritingOptions } from '../common-options.ts';
import type { ManifestsFlags } from '../manifests-run.ts';
import type { Deliver } from '../deliver.ts';
import type { Session } from '../session.ts';

export function manifestsCommand(session: Session, deliver: Deliver): Command {
  const command = new Command('manifests')
    .description('Write CRDs, roles and webhook configurations from the types, classes and markers in src/')
    .addOption(
      new Option('--check', 'write nothing; exit with 3 and show a diff when something is out of date'),
    )
    .addOption(
      new Option('--watch', 'write again whenever something changes that was read, until Ctrl-C').conflicts([
        'check',
        'stdout',
        'dryRun',
        'diff',
      ]),
    )
    .addOption(
      new Option('--stdout', 'print the manifests and write nothing').conflicts(['check', 'out', 'force']),
    )
    .option('--only <parts>', `write these parts only: ${manifestParts.join(', ')}`, readParts)
    .option('--out <folder>', 'write into this folder in place of config/')
    .option('--header-file <file>', 'begin each file with this text, such as a licence', (file) =>
      readable(session.cwd, file),
    )
    .option('--max-description-length <bytes>', 'cut descriptions in CRDs; 0 leaves them out', readCount)
    .option(
      '--kubernetes-version <version>',
      `the minor whose types of Kubernetes are meant: ${minors.join(', ')}`,
      readMinor,
    )
    .option(
      '--kubernetes-docs',
      'describe types of Kubernetes as the @kubernetes/client-node of the project does',
    )
    .option('--force', 'replace files that are in the way')
    .option('--no-cache', 'read all of the project again, even if nothing has changed since the last run');
  return withWritingOptions(command).action((flags: ManifestsFlags) =>
    deliver(async (progress, rounds) => {
      const { manifests } = await import('../manifests.ts');
      return manifests({ session, progress, rounds, flags });
    }),
  );
}

/** Also of an option that is repeated each part counts. */
function readParts(text: string, before: readonly ManifestPart[] = []): ManifestPart[] {
  const added = text.split(',').map((written) => {
    const part = manifestParts.find((known) => known === written.trim());
    if (part !== undefined) return part;
    throw new InvalidArgumentError(
      didYouMean(written, manifestParts) ?? `The parts are ${manifestParts.join(', ')}.`,
    );
  });
  return [...before, ...added];
}

function readMinor(text: string): Minor {
  const minor = minorOf(text);
  if (minor !== undefined) return minor;
  throw new InvalidArgumentError(`There are facts about ${minors.join(', ')}.`);
}

function readable(folder: string, file: string): string {
  try {
    readFileSync(resolve(folder, file));
    return file;
  } catch {
    throw new InvalidArgumentError('There is no such file.');
  }
}

function readCount(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a number of bytes.');
}
