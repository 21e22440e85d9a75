import { fileURLToPath } from 'node:url';
import type { GoProgram } from '../../../../testing/test/support/go-program.ts';

/** Built by `npm run real-server`. */
export const kubelet: GoProgram = {
  module: {
    name: 'kubelet',
    folder: fileURLToPath(new URL('go', import.meta.url)),
    keyFiles: ['go.mod', 'go.sum', 'main.go'],
  },
  name: 'kubelet',
  command: ['build', '.'],
};
