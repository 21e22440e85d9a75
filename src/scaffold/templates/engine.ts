import Handlebars from 'handlebars';

/** As in .prettierrc of opgen and of the projects that it makes. */
export const lineWidth = 110;

const engine = Handlebars.create();

/**
 * `{{#fits}}…{{else}}…{{/fits}}`: the first layout if its lines fit, else the one that is broken into lines.
 * `{{#fits indent=2}}` is for lines that are going to be inserted so far to the right.
 */
engine.registerHelper(
  'fits',
  function fits(this: unknown, { fn, hash, inverse }: Handlebars.HelperOptions): string {
    const whole = fn(this);
    const { indent = 0 } = hash as { indent?: number };
    return whole.split('\n').every((line) => line.length + indent <= lineWidth) ? whole : inverse(this);
  },
);

/** Renders a template. A value that the context does not have is an error, and nothing is escaped. */
export function renderTemplate(source: string, context: object): string {
  const render = engine.compile(source, {
    strict: true,
    noEscape: true,
    knownHelpersOnly: true,
    knownHelpers: { fits: true },
  });
  return render(context, { allowProtoPropertiesByDefault: false });
}
