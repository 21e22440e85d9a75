import type { Place } from '../../diagnostics.ts';
import type { TypeSyntax } from '../../source/type-syntax.ts';
import { escaped, grouped } from '../pattern.ts';
import { type Literal, unreadableType, type TypeModel, unwrapped } from '../type-model.ts';
import type { Resolution, Scope } from './resolution.ts';

/** A template literal type: its values if they can be listed, otherwise a pattern. */
export function templateType(
  parts: readonly (string | TypeSyntax)[],
  place: Place,
  scope: Scope,
  resolution: Resolution,
): TypeModel {
  let texts: string[] | undefined = [''];
  let pattern = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      texts = texts?.map((text) => text + part);
      pattern += escaped(part);
      continue;
    }
    const type = unwrapped(resolution.resolve(part, scope));
    if (type.kind === 'unreadable') return type;
    const values = type.kind === 'literals' ? type.values : undefined;
    texts = values && texts?.flatMap((text) => values.map((value) => `${text}${value}`));
    const inner = patternOf(type);
    if (inner === undefined)
      return unreadableType(
        part.place,
        `${part.text} cannot be part of a template literal type`,
        'use string, number or literals',
      );
    pattern += inner;
  }
  return texts === undefined
    ? { kind: 'pattern', pattern, place }
    : { kind: 'literals', values: texts, place };
}

/** The pattern that the values of a type match as strings; undefined if opgen cannot derive one. */
export function patternOf(type: TypeModel): string | undefined {
  switch (type.kind) {
    case 'literals':
      return anyOf(type.values);
    case 'pattern':
      return grouped(type.pattern);
    case 'number':
      return number;
    case 'runtime':
      return type.name === 'Double' ? number : /^Int(32|64|eger)$/.test(type.name) ? '-?[0-9]+' : '.*';
    case 'primitive':
      return type.type === 'string' ? '.*' : '(true|false)';
    default:
      return undefined;
  }
}

const number = '-?[0-9]+(\\.[0-9]+)?';

function anyOf(values: readonly Literal[]): string {
  const texts = values.map((value) => escaped(String(value)));
  return texts.length === 1 ? (texts[0] ?? '') : `(${texts.join('|')})`;
}
