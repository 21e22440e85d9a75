import { emitYaml } from '../manifests/emit-yaml.ts';
import { compareLines, linesOf } from '../scaffold/files/compare-lines.ts';
import { hunksOf } from '../scaffold/files/unified-diff.ts';
import type { PlannedChange } from './compare-states.ts';

/** Styles text, where the output has colors. */
type Paint = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', text: string) => string;

const signs = {
  create: ['green', '+'],
  update: ['yellow', '~'],
  delete: ['red', '-'],
} as const;

export interface RenderOptions {
  readonly paint: Paint;
  /** Whether created objects are shown as a whole. Default: yes. */
  readonly whole?: boolean;
}

/** Each change with its diff, in the order given. */
export function renderChanges(
  changes: readonly PlannedChange[],
  { paint, whole = true }: RenderOptions,
): string {
  return changes
    .map((change) => {
      const [color] = signs[change.action];
      const lines = linesFor(change, whole).map((line) => `    ${painted(line, paint)}`);
      return [paint(color, titleOf(change)), ...lines].join('\n');
    })
    .join('\n');
}

function titleOf({ action, kind, name, namespace }: PlannedChange): string {
  return `${signs[action][1]} ${action} ${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

/** Of an updated object what differs, nothing of a deleted one. */
function linesFor({ action, before, after }: PlannedChange, whole: boolean): string[] {
  if (action === 'create') return whole ? linesOf(yaml(after)).map((line) => `+ ${line}`) : [];
  if (action === 'delete') return [];
  return hunksOf(compareLines(linesOf(yaml(before)), linesOf(yaml(after))))
    .trimEnd()
    .split('\n')
    .map((line) => (line.startsWith('@@') ? line : `${line.slice(0, 1)} ${line.slice(1)}`));
}

function painted(line: string, paint: Paint): string {
  if (line.startsWith('+')) return paint('green', line);
  if (line.startsWith('-')) return paint('red', line);
  return line.startsWith('@@') ? paint('dim', line) : line;
}

function yaml(object: object | undefined): string {
  return object === undefined ? '' : emitYaml(object);
}

/** `1 to create, 2 to update, 0 to delete` */
export function summaryOf(changes: readonly PlannedChange[]): string {
  const count = (action: string): number => changes.filter((each) => each.action === action).length;
  return `${count('create')} to create, ${count('update')} to update, ${count('delete')} to delete`;
}
