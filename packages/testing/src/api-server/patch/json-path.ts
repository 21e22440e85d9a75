import { isObject } from '@opgen/rules/json';

/**
 * Evaluates the JSONPaths of printer columns: `.status.ready`, `.spec.ports[0].port`, `.spec.ports[*].port`,
 * `.metadata.labels['app']`, `.metadata.labels.a\.b` and `.status.conditions[?(@.type=="Ready")].status`. Returns
 * all matches, none for a missing path. Throws for unsupported syntax.
 */
export function jsonPath(value: unknown, path: string): unknown[] {
  const bare = path.replace(/^\{(.*)\}$/, '$1').replace(/^\$/, '');
  return steps(bare).reduce<unknown[]>((values, step) => values.flatMap(step), [value]);
}

type Step = (value: unknown) => unknown[];

const step =
  /\.?\[\?\(@((?:\.[\w-]+)+)\s*(==|!=)\s*(?:"([^"]*)"|'([^']*)'|([\w.-]+))\)\]|\.?\[(-?\d+)\]|\.?\[\*\]|\.?\[(?:'([^']*)'|"([^"]*)")\]|\.((?:\\.|[^.[\]\\])+)|\.$/gy;

function steps(path: string): Step[] {
  const found: Step[] = [];
  let end = 0;
  for (const match of path.matchAll(step)) {
    end = match.index + match[0].length;
    const [all, filter, operator, ...rest] = match;
    const [double, single, bare, index, quoted, doubleQuoted, name] = rest;
    if (filter !== undefined) {
      found.push(filtering(filter.slice(1).split('.'), operator === '==', double ?? single ?? bare ?? ''));
    } else if (index !== undefined)
      found.push((value) => (Array.isArray(value) ? present(value.at(Number(index))) : []));
    else if (quoted !== undefined || doubleQuoted !== undefined)
      found.push(field(quoted ?? doubleQuoted ?? ''));
    else if (name !== undefined)
      found.push(name === '*' ? everything : field(name.replaceAll(/\\(.)/g, '$1')));
    else if (all !== '.') found.push(everything);
  }
  if (end !== path.length) throw new Error(`unsupported JSONPath ${path}`);
  return found;
}

function field(name: string): Step {
  return (value) => (isObject(value) && Object.hasOwn(value, name) ? present(value[name]) : []);
}

function everything(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}

function filtering(keys: readonly string[], equal: boolean, text: string): Step {
  return (value) =>
    (Array.isArray(value) ? value : []).filter((item: unknown) => {
      const [found] = keys.reduce<unknown[]>((values, key) => values.flatMap(field(key)), [item]);
      return found !== undefined && (String(found) === text) === equal;
    });
}

function present(value: unknown): unknown[] {
  return value === undefined ? [] : [value];
}
