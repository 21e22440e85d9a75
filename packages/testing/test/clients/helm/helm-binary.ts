import { fileURLToPath } from 'node:url';
import type { GoProgram } from '../../support/go-program.ts';

/** Built by `npm run real-server`. */
export const helm: GoProgram = {
  module: {
    name: 'helm',
    folder: fileURLToPath(new URL('go', import.meta.url)),
    keyFiles: ['go.mod', 'go.sum'],
  },
  name: 'helm',
  command: ['build', 'helm.sh/helm/v3/cmd/helm'],
};
