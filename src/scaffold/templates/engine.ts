import Handlebars from 'handlebars';

const engine = Handlebars.create();

/** Renders a template without escaping. Throws if the template uses a value that the context lacks. */
export function renderTemplate(source: string, context: object): string {
  const render = engine.compile(source, { strict: true, noEscape: true, knownHelpersOnly: true });
  return render(context, { allowProtoPropertiesByDefault: false });
}
