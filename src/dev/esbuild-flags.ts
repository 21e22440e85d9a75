/** Options of esbuild's JavaScript API. */
export type EsbuildOptions = Record<string, unknown> & { entryPoints: string[] };

/** Flags that may be repeated, as `--external:pg`. */
const lists = new Set([
  'external',
  'inject',
  'dropLabels',
  'drop',
  'pure',
  'conditions',
  'mainFields',
  'resolveExtensions',
]);

/** Turns the arguments of the command line `esbuild` into options of its JavaScript API. */
export function esbuildOptions(args: readonly string[]): EsbuildOptions {
  const options: EsbuildOptions = { entryPoints: [] };
  for (const argument of args) {
    const match = /^--([\w-]+)(?::([^=]+))?(?:=(.*))?$/s.exec(argument);
    if (match === null) {
      options.entryPoints.push(argument);
      continue;
    }
    const [, flag = '', key, value] = match;
    const name = flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    if (lists.has(name))
      options[name] = [...((options[name] as string[]) ?? []), ...(key ?? value ?? '').split(',')];
    else if (key !== undefined) options[name] = { ...(options[name] as object), [key]: value ?? '' };
    else options[name] = valueOf(value);
  }
  return options;
}

function valueOf(text: string | undefined): unknown {
  if (text === undefined || text === 'true') return true;
  if (text === 'false') return false;
  return /^\d+$/.test(text) ? Number(text) : text;
}
