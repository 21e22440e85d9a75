import { Command } from 'commander';
import { UserError, didYouMean } from '../../diagnostics.ts';
import type { ExplainedCode } from '../all-codes.ts';
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
  const { allCodes, codesByGroup } = await import('../all-codes.ts');
  const text = codesByGroup().map(
    ([heading, codes]) => `${heading}\n${codes.map(([code, { title }]) => `  ${code}  ${title}`).join('\n')}`,
  );
  return { data: allCodes, text: text.join('\n\n') };
}

async function explainCode(session: Session, written: string): Promise<Outcome> {
  const { allCodes } = await import('../all-codes.ts');
  const code = written.toUpperCase().replace(/^(?=\d)/, 'OPG');
  const found = allCodes[code];
  if (found === undefined) {
    const hint = didYouMean(code, Object.keys(allCodes)) ?? 'opgen explain lists all codes';
    throw new UserError({ code: 'OPG4004', severity: 'error', message: `there is no code ${code}`, hint });
  }
  return { data: { code, ...found }, text: inWords(code, found, widthOf(session.stdout)) };
}

function inWords(code: string, { example, explanation, title }: ExplainedCode, width: number): string {
  const parts = [`${code}: ${title}`, wrap(explanation.replaceAll('\n', ' '), Math.min(width, 100))];
  if (example !== undefined) {
    parts.push(`Wrong:\n\n${indented(example.wrong)}`, `Right:\n\n${indented(example.right)}`);
  }
  return parts.join('\n\n');
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
