import { UserError } from '../../diagnostics.ts';
import { unreadableCommit } from '../diagnostics.ts';

export interface GitFile {
  path: string;
  text: string;
}

/** The files of a folder in a commit; none if the folder did not exist. */
export async function filesAt(root: string, ref: string, folder: string): Promise<GitFile[]> {
  const { execa } = await import('execa');
  const git = async (...args: string[]): Promise<string> => {
    const { exitCode, failed, stderr, stdout } = await execa('git', args, { cwd: root, reject: false });
    if (failed || exitCode !== 0) throw unreadable(ref, stderr);
    return stdout;
  };
  // Git would read a name with a leading dash as an option.
  const commit = (
    await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)
  ).trim();
  const listed = await git('ls-tree', '-r', '-z', '--name-only', commit, '--', `${folder}/`);
  const paths = listed.split('\0').filter((path) => path !== '');
  return Promise.all(paths.map(async (path) => ({ path, text: await git('show', `${commit}:./${path}`) })));
}

function unreadable(ref: string, stderr = ''): UserError {
  const reason = stderr.trim().split('\n', 1)[0] ?? '';
  return new UserError(
    /not a git repository/i.test(reason)
      ? unreadableCommit({
          message: 'the project is not in a git repository',
          hint: 'pass a file with the CRDs to compare with',
        })
      : unreadableCommit({
          message: `${ref} is neither a file or folder nor a git commit`,
          hint: 'pass a commit, tag or branch, such as main or HEAD~1',
        }),
  );
}
