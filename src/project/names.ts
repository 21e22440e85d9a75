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

/** `DemoApplication` → `demoApplication`, `HTTPRoute` → `httpRoute`; never a reserved word. */
export function variableName(kind: string): string {
  const [first = '', ...others] = kebabCase(kind).split('-');
  const name = first + others.map(pascalCase).join('');
  return reservedWords.has(name) ? `${name}Object` : name;
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
    'yield ' +
    // Variables that the templates declare.
    'client cluster conditions container context deployment done events finalizer generation image key labels log ' +
    'manager metadata name namespace observed old operation port process ready request result size spec status user ' +
    'warn'
  ).split(' '),
);
