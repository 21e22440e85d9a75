import { Command } from 'commander';
import { didYouMean, type DiagnosticDefinition, UserError } from '../../diagnostics.ts';
import { withCommonOptions } from '../common-options.ts';
import type { ExplainFlags } from '../explain-kind.ts';
import type { Deliver } from '../deliver.ts';
import type { Outcome } from '../outcome.ts';
import { type Session, widthOf } from '../session.ts';
import { wrap } from '../wrap.ts';

export function explainCommand(session: Session, deliver: Deliver): Command {
  const command = new Command('explain')
    .description('Tell more about a kind, about one of its fields, or about the code of an error')
    .argument('[what]', 'such as memcached, memcached.spec.size or OPG3004; without it, all codes are listed')
    .option('--api-version <version>', 'of a kind with several; default: the one that is stored')
    .option('--recursive', 'show the fields of fields, by name and type alone');
  return withCommonOptions(command).action((what: string | undefined, flags: ExplainFlags) =>
    deliver(async (progress) => {
      if (what === undefined) return listCodes();
      if (/^(OPG)?\d+$/i.test(what)) return explainCode(session, what);
      const { explainKind } = await import('../explain-kind.ts');
      return explainKind({ session, progress, flags }, what);
    }),
  );
}

async function listCodes(): Promise<Outcome> {
  const { allDiagnostics, diagnosticsByGroup } = await import('../all-diagnostics.ts');
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

async function explainCode(session: Session, written: string): Promise<Outcome> {
  const { allDiagnostics } = await import('../all-diagnostics.ts');
  const wanted = written.toUpperCase().replace(/^(?=\d)/, 'OPG');
  const found = allDiagnostics.find((each) => each.code === wanted);
  if (found === undefined) {
    const hint =
      didYouMean(
        wanted,
        allDiagnostics.map((each) => each.code),
      ) ?? 'opgen explain lists all codes';
    throw new UserError({ code: 'OPG4004', severity: 'error', message: `there is no code ${wanted}`, hint });
  }
  const { code, example, explanation, title } = found;
  return { data: { code, title, explanation, example }, text: inWords(found, widthOf(session.stdout)) };
}

function inWords({ code, example, explanation, title }: DiagnosticDefinition, width: number): string {
  const parts = [`${code}: ${title}`, wrap(explanation, Math.min(width, 100))];
  if (example.language === 'sh' && example.given !== undefined)
    parts.push(`Given:\n\n${indented(example.given)}`);
  parts.push(`Wrong:\n\n${indented(example.wrong)}`, `Right:\n\n${indented(example.right)}`);
  return parts.join('\n\n');
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
