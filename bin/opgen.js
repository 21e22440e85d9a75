#!/usr/bin/env node
import { recallLastRun, processSession } from '../dist/cli/last-run.js';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`error opgen needs Node 20.19 or newer, and this is ${process.versions.node}`);
  process.exit(1);
}

// A command lives for a second. Node 20 would spend a third of it on optimizing what is about to end; later ones have a
// cheaper compiler for that, and can keep what they compiled until the next command.
if (process.versions.node.startsWith('20.'))
  process.getBuiltinModule('node:v8').setFlagsFromString('--interrupt-budget=1000000');

const args = process.argv.slice(2);
const session = processSession();
process.exitCode = recallLastRun(args, session) ?? (await run());

async function run() {
  process.getBuiltinModule('node:module').enableCompileCache?.();
  const { main } = await import('../dist/cli/main.js');
  return main(args, session);
}
