#!/usr/bin/env node
import module from 'node:module';
import { setFlagsFromString } from 'node:v8';

// A command lives for a second. Node 20 would spend a third of it on optimizing what is about to end; later ones have a
// cheaper compiler for that, and can keep what they compiled until the next command.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=1000000');
module.enableCompileCache?.();

const { main } = await import('../dist/cli/main.js');
process.exitCode = await main(process.argv.slice(2));
