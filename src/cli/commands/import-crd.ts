import { Command } from 'commander';
import { collect, withWritingOptions } from '../common-options.ts';
import type { ImportCrdFlags } from '../import-crd.ts';
import type { Deliver } from '../deliver.ts';
import type { Session } from '../session.ts';

export function importCrdCommand(session: Session, deliver: Deliver): Command {
  const command = new Command('crd')
    .description('Write the TypeScript types of a CRD, with markers for all that it says')
    .argument('<file>', 'a CRD in YAML or JSON; - reads it from standard input')
    .option('--kind <Kind>', 'which one, if the file defines several')
    .option('--version <version>', 'only this version; may be repeated', collect)
    .option(
      '--out <path>',
      'a folder for <version>/<kind>.ts, or a .ts file for one version; default: src/api/<group>',
    )
    .option('--force', 'replace files that are in the way')
    .addHelpText('after', examples);
  return withWritingOptions(command).action((file: string, flags: ImportCrdFlags) =>
    deliver(async (progress) => {
      const { importCrd } = await import('../import-crd.ts');
      return importCrd({ session, progress, flags }, file);
    }),
  );
}

const examples = `
Examples:
  opgen import crd memcacheds.yaml
  kubectl get crd memcacheds.cache.example.com -o yaml | opgen import crd -`;
