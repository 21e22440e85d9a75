import { UserError } from '../diagnostics.ts';

export interface GitFile {
  path: string;
  text: string;
}

/** The files of a folder as they were in a commit; none if the folder was not there yet. */
export async function filesAt(root: string, ref: string, folder: string): Promise<GitFile[]> {
  const { execa } = await import('execa');
  const git = async (...args: string[]): Promise<string> => {
    const { exitCode, failed, stderr, stdout } = await execa('git', args, { cwd: root, reject: false });
    if (failed || exitCode !== 0) throw unreadable(ref, stderr);
    return stdout;
  };
  // A name that begins with a dash would be an option.
  const commit = (
    await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)
  ).trim();
  const listed = await git('ls-tree', '-r', '-z', '--name-only', commit, '--', `${folder}/`);
  const paths = listed.split('\0').filter((path) => path !== '');
  return Promise.all(paths.map(async (path) => ({ path, text: await git('show', `${commit}:./${path}`) })));
}

function unreadable(ref: string, said = ''): UserError {
  const reason = said.trim().split('\n', 1)[0] ?? '';
  const isNoRepository = /not a git repository/i.test(reason);
  return new UserError({
    code: 'OPG4008',
    severity: 'error',
    message: isNoRepository
      ? 'the project is in no git repository'
      : `${ref} is neither a file nor a commit of git`,
    hint: isNoRepository
      ? 'give a file with the CRDs of before'
      : 'name a commit, a tag or a branch, such as main or HEAD~1',
  });
}
