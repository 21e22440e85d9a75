/** The command that makes kubectl use a kubeconfig, for the shell of the platform. */
export function useKubeconfig(path: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return `$env:KUBECONFIG = '${path.replaceAll("'", "''")}'`;
  return `export KUBECONFIG=${/^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`}`;
}
