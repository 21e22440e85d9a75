import { Command } from 'commander';
import { withCommonOptions } from '../common-options.ts';
import type { Deliver } from '../deliver.ts';
import type { Session } from '../session.ts';

export function versionCommand(_session: Session, deliver: Deliver): Command {
  return withCommonOptions(
    new Command('version').description('Print the versions of opgen and of Node'),
  ).action(() =>
    deliver(async () => {
      const { ownManifest } = await import('../../scaffold/package-root.ts');
      const { version } = ownManifest();
      const data = { opgen: version, node: process.version, platform: `${process.platform}-${process.arch}` };
      return { data, text: `opgen ${version}\nNode ${process.version} (${data.platform})` };
    }),
  );
}
