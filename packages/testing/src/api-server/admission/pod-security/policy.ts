import { type FieldError, invalid } from '@opgen/rules/field-errors';
import type { Labels } from '@opgen/rules/selectors';

const levels = ['privileged', 'baseline', 'restricted'] as const;

export type Level = (typeof levels)[number];

/** A level of the Pod Security Standards as of a version. */
export interface Standard {
  readonly level: Level;
  /** The minor version; Infinity for the latest. */
  readonly minor: number;
}

/** What a namespace requires of its Pods. */
export interface Policy {
  readonly enforce: Standard;
  readonly audit: Standard;
  readonly warn: Standard;
}

/** The policy in the labels of a namespace, and what is wrong with them. */
export function policyOf(labels: Labels = {}): { policy: Policy; errors: readonly FieldError[] } {
  const errors: FieldError[] = [];
  const read = (
    mode: string,
    onError: Level,
  ): { standard: Standard; hasLevel: boolean; hasVersion: boolean } => {
    const [level, version] = [readLevel(labels, mode, errors), readVersion(labels, mode, errors)];
    const standard = {
      level: level === 'invalid' ? onError : (level ?? 'privileged'),
      minor: version ?? Infinity,
    };
    return {
      standard,
      hasLevel: level !== undefined && level !== 'invalid',
      hasVersion: version !== undefined,
    };
  };
  const enforce = read('enforce', 'restricted');
  const audit = read('audit', 'privileged').standard;
  const given = labels[label('warn')];
  const warn = read('warn', 'privileged');
  const follows = given === undefined && enforce.hasLevel && isStricter(enforce.standard, warn.standard);
  const followed = {
    level: enforce.standard.level,
    minor: warn.hasVersion ? warn.standard.minor : enforce.standard.minor,
  };
  return { policy: { enforce: enforce.standard, audit, warn: follows ? followed : warn.standard }, errors };
}

export function isStricter(a: Standard, b: Standard): boolean {
  return levels.indexOf(a.level) > levels.indexOf(b.level);
}

export function isSame(a: Standard, b: Standard): boolean {
  return a.level === b.level && a.minor === b.minor;
}

/** As messages name it: `restricted:latest`, `baseline:v1.30`. */
export function nameOf({ level, minor }: Standard): string {
  return `${level}:${minor === Infinity ? 'latest' : `v1.${minor}`}`;
}

function label(name: string): string {
  return `pod-security.kubernetes.io/${name}`;
}

function readLevel(labels: Labels, mode: string, errors: FieldError[]): Level | 'invalid' | undefined {
  const text = labels[label(mode)];
  const level = levels.find((each) => each === text);
  if (text === undefined || level !== undefined) return level;
  errors.push(invalid(`metadata.labels[${label(mode)}]`, text, `must be one of ${levels.join(', ')}`));
  return 'invalid';
}

function readVersion(labels: Labels, mode: string, errors: FieldError[]): number | undefined {
  const name = label(`${mode}-version`);
  const text = labels[name];
  if (text === undefined) return undefined;
  const minor = /^v1\.(\d|[1-9]\d*)$/.exec(text)?.[1];
  if (minor !== undefined) return Number(minor);
  if (text !== 'latest') errors.push(invalid(`metadata.labels[${name}]`, text, 'must be "latest" or "v1.x"'));
  return Infinity;
}
