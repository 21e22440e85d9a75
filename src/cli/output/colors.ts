import type { Paint } from '../../actions/action-context.ts';
import type { Output, Session } from '../session.ts';

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

/** NO_COLOR takes precedence over FORCE_COLOR, and that over whether the output is a terminal. */
export function painter(output: Output, env: Session['env']): Paint {
  const forced = env['FORCE_COLOR'];
  const none = env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '';
  const colored =
    !none && (forced === undefined ? output.isTTY === true && env['TERM'] !== 'dumb' : forced !== '0');
  if (!colored) return (_, text) => text;
  return (style, text) => `\u001B[${codes[style][0]}m${text}\u001B[${codes[style][1]}m`;
}
