/** All casings that opgen derives from names. */

/** `DemoApplication` → `demo-application`, `HTTPRoute` → `http-route`. */
export function kebabCase(kind: string): string {
  return kind
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}

/** `demo-application` and `demo.application` → `DemoApplication`. */
export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** `DemoApplication` → `demoApplication`, `HTTPRoute` → `httpRoute`; never a reserved word or one of `taken`. */
export function variableName(kind: string, taken: ReadonlySet<string>): string {
  const [first = '', ...others] = kebabCase(kind).split('-');
  let name = first + others.map(pascalCase).join('');
  while (reservedWords.has(name) || taken.has(name)) name += 'Object';
  return name;
}

/** Adds `a` or `an`. The rule is right for most English words. */
export function withArticle(noun: string): string {
  return /^([aeio]|u(?!ni|se|ser|sa))/i.test(noun) ? `an ${noun}` : `a ${noun}`;
}

const reservedWords = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export ' +
    'extends false finally for function if implements import in interface instanceof let new null package ' +
    'private protected public return static super switch this throw true try typeof undefined var void while with ' +
    'yield'
  ).split(' '),
);
