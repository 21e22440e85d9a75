import { type Library, method, overload } from '../functions/overload.ts';
import { boolType, intType, libraryType, stringType } from '../types/type.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import type { Opaque } from '../values/value.ts';

export const semverType = libraryType('kubernetes.Semver');

class Semver implements Opaque {
  readonly kind = 'opaque';
  readonly typeName = 'kubernetes.Semver';
  readonly numbers: readonly [bigint, bigint, bigint];
  readonly prerelease: readonly string[];

  constructor(numbers: readonly [bigint, bigint, bigint], prerelease: readonly string[]) {
    this.numbers = numbers;
    this.prerelease = prerelease;
  }

  equals(other: Opaque): boolean {
    return other instanceof Semver && this.compareTo(other) === 0;
  }

  /** The precedence of semver.org, which ignores build metadata. */
  compareTo(other: Semver): number {
    for (const [index, number] of this.numbers.entries()) {
      if (number !== other.numbers[index]!) return number < other.numbers[index]! ? -1 : 1;
    }
    if (this.prerelease.length === 0 || other.prerelease.length === 0) {
      return Math.sign(other.prerelease.length - this.prerelease.length);
    }
    for (const [index, part] of this.prerelease.entries()) {
      const order = comparePart(part, other.prerelease[index]);
      if (order !== 0) return order;
    }
    return this.prerelease.length < other.prerelease.length ? -1 : 0;
  }
}

const pair = [semverType, semverType];
const tolerant = [stringType, boolType];

/** Versions such as 1.2.3-rc.1. With `true` as second argument, v1.2 and 01.2.3 are also valid. */
export const semver: Library = {
  semver: [
    overload('string_to_semver', [stringType], semverType, (text: string) => toSemver(text, false)),
    overload('string_bool_to_semver', tolerant, semverType, toSemver),
  ],
  isSemver: [
    overload('is_semver_string', [stringType], boolType, (text: string) => parse(text) !== undefined),
    overload(
      'is_semver_string_bool',
      tolerant,
      boolType,
      (text: string, normal: boolean) => parse(normal ? normalized(text) : text) !== undefined,
    ),
  ],
  isGreaterThan: [
    method('semver_is_greater_than', pair, boolType, (a: Semver, b: Semver) => a.compareTo(b) > 0),
  ],
  isLessThan: [method('semver_is_less_than', pair, boolType, (a: Semver, b: Semver) => a.compareTo(b) < 0)],
  compareTo: [method('semver_compare_to', pair, intType, (a: Semver, b: Semver) => BigInt(a.compareTo(b)))],
  major: [method('semver_major', [semverType], intType, ({ numbers }: Semver) => numbers[0])],
  minor: [method('semver_minor', [semverType], intType, ({ numbers }: Semver) => numbers[1])],
  patch: [method('semver_patch', [semverType], intType, ({ numbers }: Semver) => numbers[2])],
};

function toSemver(text: string, normal: boolean): Semver {
  const version = parse(normal ? normalized(text) : text);
  if (version === undefined) throw new EvaluationError(invalidVersionMessage(text));
  return version;
}

/** Why a text is not a version, with the messages of the API server's library where opgen distinguishes them. */
function invalidVersionMessage(text: string): string {
  const parts = text.split('.');
  if (text === '') return 'Version string empty';
  if (parts.length < 3) return 'No Major.Minor.Patch elements found';
  for (const [index, name] of ['major', 'minor'].entries()) {
    const part = parts[index]!;
    if (!/^\d*$/.test(part)) return `Invalid character(s) found in ${name} number ${JSON.stringify(part)}`;
    if (/^0\d/.test(part)) {
      return `${name === 'major' ? 'Major' : 'Minor'} number must not contain leading zeroes ${JSON.stringify(part)}`;
    }
  }
  return `Invalid character(s) found in patch number ${JSON.stringify(parts.slice(2).join('.'))}`;
}

const number = '0|[1-9][0-9]*';
const pattern = new RegExp(
  `^(${number})\\.(${number})\\.(${number})(?:-((?:${number}|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:${number}|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$`,
);

function parse(text: string): Semver | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const numbers = [BigInt(match[1]!), BigInt(match[2]!), BigInt(match[3]!)] as const;
  if (numbers.some((part) => part >= 2n ** 64n)) return undefined;
  return new Semver(numbers, match[4]?.split('.') ?? []);
}

/** Removes `v` and leading zeros, and adds missing numbers. */
function normalized(text: string): string {
  const [major = '', minor, ...rest] = text.replace(/^v/, '').split('.');
  const parts = [
    major,
    ...(minor === undefined ? [] : [minor]),
    ...(rest.length === 0 ? [] : [rest.join('.')]),
  ];
  const plain = parts.map((part) => part.replace(/^0+(?=\d)/, ''));
  if (plain.length < 3 && /[+-]/.test(plain.at(-1)!)) return '';
  return [...plain, '0', '0'].slice(0, 3).join('.');
}

/** Numeric parts precede alphanumeric ones and are ordered by value. */
function comparePart(left: string, right: string | undefined): number {
  if (right === undefined) return 1;
  if (left === right) return 0;
  const numeric = [left, right].map((part) => /^\d+$/.test(part));
  if (numeric[0] !== numeric[1]) return numeric[0] ? -1 : 1;
  if (numeric[0]) return BigInt(left) < BigInt(right) ? -1 : 1;
  return left < right ? -1 : 1;
}
