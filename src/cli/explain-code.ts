import type { ActionResult } from '../actions/action-result.ts';
import { wrap } from '../actions/steps/wrap.ts';
import { type DiagnosticDefinition, didYouMean, UserError } from '../diagnostics.ts';
import { allDiagnostics, diagnosticsByGroup } from './all-diagnostics.ts';
import { unknownCode } from './diagnostics.ts';

export function listCodes(): ActionResult {
  const text = diagnosticsByGroup().map(
    ([heading, ofGroup]) =>
      `${heading}\n${ofGroup.map(({ code, title }) => `  ${code}  ${title}`).join('\n')}`,
  );
  const data = allDiagnostics.map(({ code, example, explanation, title }) => [
    code,
    { title, explanation, example },
  ]);
  return { data: Object.fromEntries(data), text: text.join('\n\n') };
}

export function explainCode(written: string, width: number): ActionResult {
  const wanted = written.toUpperCase().replace(/^(?=\d)/, 'OPG');
  const found = allDiagnostics.find((each) => each.code === wanted);
  if (found === undefined) throw new UserError(unknown(written, wanted));
  const { code, example, explanation, title } = found;
  return { data: { code, title, explanation, example }, text: render(found, width) };
}

function unknown(written: string, wanted: string) {
  if (!/^(OPG)?\d*$/i.test(written))
    return unknownCode({
      message: `unknown code ${written}`,
      hint: `for a kind, run opgen crd explain ${written}`,
    });
  const near = didYouMean(
    wanted,
    allDiagnostics.map(({ code }) => code),
  );
  return unknownCode({
    message: `unknown code ${wanted}`,
    hint: near ?? 'run opgen explain to list all codes',
  });
}

function render({ code, example, explanation, title }: DiagnosticDefinition, width: number): string {
  const parts = [`${code}: ${title}`, wrap(explanation, Math.min(width, 100))];
  if (example.language === 'sh' && example.given !== undefined)
    parts.push(`Given:\n\n${indented(example.given)}`);
  parts.push(`Wrong:\n\n${indented(example.wrong)}`, `Right:\n\n${indented(example.right)}`);
  return parts.join('\n\n');
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
