import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The frames of a stack that are in the project, with paths relative to it. All frames if none is. */
export function stackText(stack: string, root: string): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  const own = frames.map((frame) => relativeFrame(frame, root)).filter((frame) => frame !== undefined);
  return (own.length === 0 ? frames : own).map((frame) => `    ${frame.trim()}`).join('\n');
}

function relativeFrame(frame: string, root: string): string | undefined {
  const match = /(file:\/\/[^\s)]+?|\/[^\s():]+|[A-Za-z]:\\[^\s():]+)(:\d+:\d+)/.exec(frame);
  if (match === null) return undefined;
  const [whole, location = '', position = ''] = match;
  const path = relative(root, location.startsWith('file:') ? fileURLToPath(location) : location);
  if (path.startsWith('..') || path.includes('node_modules')) return undefined;
  return frame.replace(whole, path.split(sep).join('/') + position);
}
