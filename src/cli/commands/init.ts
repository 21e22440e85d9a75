import { existsSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { UserError } from '../../diagnostics.ts';
import { withWritingOptions, type WritingFlags } from '../common-options.ts';
import { needValues } from '../missing-values.ts';
import type { Deliver } from '../deliver.ts';
import type { Outcome } from '../outcome.ts';
import type { Progress } from '../progress.ts';
import { ownerNeeded, type ProjectFlags, withProjectOptions } from '../project-options.ts';
import type { Session } from '../session.ts';
import { shellWord } from '../shell-word.ts';

interface InitFlags extends WritingFlags, ProjectFlags {
  domain?: string;
  projectName?: string;
  packageName?: string;
  git: boolean;
  force?: boolean;
}

export function initCommand(session: Session, deliver: Deliver): Command {
  const command = new Command('init')
    .description('Start a project')
    .argument('[dir]', 'folder of the project', '.')
    .option('--domain <domain>', 'domain of its API groups, such as example.com')
    .option('--project-name <name>', 'prefix of its Kubernetes objects (default: the name of the folder)')
    .option('--package-name <name>', 'name in package.json (default: the name of the project)')
    .option('--no-git', 'do not make a git repository')
    .option('--force', 'replace files that are in the way')
    .addOption(new Option('--git').default(true).hideHelp())
    .addHelpText('after', '\nExample:\n  opgen init --domain example.com --owner "Example Inc"');
  return withWritingOptions(withProjectOptions(command)).action((dir: string, flags: InitFlags) =>
    deliver((progress) => init(session, progress, dir, flags)),
  );
}

async function init(session: Session, progress: Progress, dir: string, flags: InitFlags): Promise<Outcome> {
  const { checkDomain, checkProjectName } = await import('../../project/group-version-kind.ts');
  const { asDnsName } = await import('../../project/dns.ts');
  const { checkOwner, checkPackageName } = await import('../../scaffold/project/check-names.ts');
  const root = resolve(session.cwd, dir);
  const projectName = flags.projectName ?? asDnsName(basename(root), /[^a-z0-9-]+/g);
  const { license, words } = licenseOf(flags);
  const folder = dir === '.' ? [] : [shellWord(dir)];
  const domainNeeded = { flag: '--domain', question: 'Domain of your API groups', example: 'example.com' };
  const { domain } = await needValues(session, 'init', { domain: domainNeeded }, flags, [
    ...folder,
    ...words,
  ]);
  const given = [...folder, `--domain ${domain}`, ...words];
  const { owner = '' } =
    license === 'copyright' ? await needValues(session, 'init', ownerNeeded, flags, given) : flags;
  const packageName = flags.packageName ?? projectName;
  const wrong = [
    ...checkDomain(domain),
    ...checkProjectName(projectName),
    ...(flags.packageName === undefined ? [] : checkPackageName(packageName)),
    ...checkOwner(owner),
  ];
  if (wrong.length > 0) throw new UserError(wrong);

  const { planInit } = await import('../../scaffold/project/init.ts');
  const { ownManifest } = await import('../../scaffold/package-root.ts');
  const { packageSource } = await import('../../scaffold/project/dependencies.ts');
  const { packageManagerWords } = await import('../../scaffold/project/package-managers.ts');
  const { recover } = await import('../../scaffold/files/apply-plan.ts');
  const { carryOut } = await import('../carry-out.ts');
  const { readHeader } = await import('../read-header.ts');
  recover(root);
  const year = session.now().getFullYear();
  const packageManager = flags.packageManager ?? 'npm';
  const header = flags.licenseFile === undefined ? undefined : readHeader(session, flags.licenseFile, year);
  const changes = planInit(root, {
    license,
    owner,
    ...(header !== undefined && { header }),
    force: flags.force === true,
    namespaced: flags.namespaced === true,
    packageManager,
    domain,
    projectName,
    packageName,
    cliVersion: ownManifest().version,
    year,
    asked: {
      ...(flags.license !== undefined && { license }),
      ...(flags.owner !== undefined && { owner }),
      ...(header !== undefined && { header }),
      ...(flags.namespaced !== undefined && { namespaced: flags.namespaced }),
      ...(flags.packageManager !== undefined && { packageManager }),
    },
    packageSource: session.packages ?? packageSource,
  });
  const data = { root, domain, projectName };
  // Whoever was interrupted while the dependencies were installed types the same once more.
  const isInstalled = !flags.install || existsSync(join(root, packageManagerWords(packageManager).stamp));
  const wantsToSee = flags.dryRun === true || flags.diff === true;
  if (changes.length === 0 && (isInstalled || wantsToSee)) {
    return { data, text: `${projectName} is a project already: nothing to do` };
  }
  const { changed, text, written } = await carryOut(session, progress, root, changes, flags);
  if (!written) return { data, changed, text };

  const { afterInit } = await import('../after-init.ts');
  const diagnostics = await afterInit(session, progress, root, { ...flags, packageManager });
  const place = relative(session.cwd, root);
  const enter = place === '' ? '' : `  cd ${shellWord(place)}\n`;
  const say = packageManagerWords(packageManager);
  const install = flags.install && diagnostics.length === 0 ? '' : `  ${say.install}\n`;
  const next = `\nNext:\n${enter}${install}  ${say.exec} opgen create api --group <group> --version v1alpha1 --kind <Kind>\n`;
  return { data, changed, diagnostics, text: `${text}${next}` };
}

/** The license that is asked for, and the words that ask for it. A header of the user's own is no license. */
function licenseOf({ license, licenseFile }: ProjectFlags): {
  license: NonNullable<ProjectFlags['license']>;
  words: string[];
} {
  if (license !== undefined) return { license, words: [`--license ${license}`] };
  return licenseFile === undefined
    ? { license: 'apache2', words: [] }
    : { license: 'none', words: [`--license-file ${licenseFile}`] };
}
