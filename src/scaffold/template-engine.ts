import Handlebars from 'handlebars';

/** As in .prettierrc of opgen and of the projects that it makes. */
const lineWidth = 110;

const engine = Handlebars.create();

/** `{{#fits}}…{{else}}…{{/fits}}`: the first layout if its lines fit, else the one that is broken into lines. */
engine.registerHelper(
  'fits',
  function fits(this: unknown, { fn, inverse }: Handlebars.HelperOptions): string {
    const whole = fn(this);
    return whole.split('\n').every((line) => line.length <= lineWidth) ? whole : inverse(this);
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
