/**
 * Loaded with `node --import` before a command: kills the process before its n-th change of the file system. With
 * OPGEN_DIE_AT=0 the process lives, and writes the number of its changes to the file OPGEN_CHANGES.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { writeFileSync } = fs;
const dieAt = Number(process.env['OPGEN_DIE_AT']);
let changes = 0;

for (const name of ['chmodSync', 'mkdirSync', 'renameSync', 'rmdirSync', 'rmSync', 'writeFileSync']) {
  const original = fs[name];
  fs[name] = (...args) => {
    changes += 1;
    if (changes === dieAt) process.kill(process.pid, 'SIGKILL');
    return original(...args);
  };
}
syncBuiltinESMExports();

process.on('exit', () => writeFileSync(process.env['OPGEN_CHANGES'], String(changes)));
