/** In Go's words, as the release index has them. */
export interface Platform {
  readonly os: string;
  readonly arch: string;
}

export function ownPlatform(): Platform {
  return {
    os: process.platform === 'win32' ? 'windows' : process.platform,
    arch: process.arch === 'x64' ? 'amd64' : process.arch,
  };
}
