import Handlebars from 'handlebars';

const engine = Handlebars.create();

/** Renders a template. A value that the context does not have is an error, and nothing is escaped. */
export function renderTemplate(source: string, context: object): string {
  const render = engine.compile(source, { strict: true, noEscape: true, knownHelpersOnly: true });
  return render(context, { allowProtoPropertiesByDefault: false });
}
