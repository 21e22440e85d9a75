import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import type { FieldError } from '@opgen/rules/field-errors';
import type { Diagnostic } from '../diagnostics.ts';
import type { Marker } from '../markers/marker.ts';
import type { KindModel } from '../model/api-model.ts';
import type { Subject } from '../schema/check-schema.ts';
import { followPath, type Origins, type Step } from '../schema/origins.ts';
import type { ServerRules } from '../schema/server-rules.ts';
import { costlyRule } from '../schema/diagnostics.ts';
import { costFactor, isContribution, problemOfRule } from '../schema/check-rules.ts';
import { refusedByServer } from './diagnostics.ts';

/**
 * Reports what the API server would reject, at the field or type that causes it.
 *
 * Runs after all other checks, and skips errors at a field for which another check has already reported an error. The
 * problems from `since` on are those of this definition.
 */
export function checkAsServer(
  definition: CustomResourceDefinition,
  models: readonly [KindModel, ...KindModel[]],
  context: { origins: Origins; problems: Diagnostic[]; server: ServerRules; since: number },
): void {
  const reported = [...context.problems];
  // A type that could not be read leaves a gap in the schema, which would cause misleading errors.
  const files = new Set(models.map(({ file }) => file));
  const isOfKind = ({ place }: Diagnostic, index: number): boolean =>
    index >= context.since || files.has(place?.file ?? '');
  const ofKind = reported.filter(isOfKind);
  if (ofKind.some(({ code, severity }) => severity === 'error' && code.startsWith('OPG12'))) return;
  for (const error of withoutConsequences(context.server.refusalsOf(definition))) {
    const { steps, rest } = locate(error.field, definition, models, context.origins);
    // The cause of a list-type or list-map-keys error can be the list or any field below it.
    const isOfList = error.detail.includes('x-kubernetes-list-');
    const subjects =
      steps.length === 1
        ? models.map(subjectOfKind)
        : steps.slice(isOfList ? 1 : -1).map(({ subject }) => subject);
    const isReported = subjects.some(
      (subject) => subject.markersAreIncomplete || reported.some((problem) => isAbout(problem, subject)),
    );
    if (isReported) continue;
    context.problems.push(...problemsOf(error, steps, rest, context.origins));
  }
}

/**
 * Keeps only the first error of each field. If a rule exceeds the cost limit on its own, drops the errors about several
 * rules together.
 */
function withoutConsequences(all: readonly FieldError[]): readonly FieldError[] {
  const errors = all.filter((error, index) => all.findIndex(({ field }) => field === error.field) === index);
  const isTooCostly = errors.some(
    (error) => costFactor(error) !== undefined && /rule$|Expression$/.test(error.field),
  );
  return isTooCostly ? errors.filter((error) => !isContribution(error) && !isTotal(error)) : errors;
}

function isTotal({ detail }: FieldError): boolean {
  return detail.startsWith('x-kubernetes-validations estimated rule cost total');
}

function locate(
  field: string,
  { spec }: CustomResourceDefinition,
  models: readonly [KindModel, ...KindModel[]],
  origins: Origins,
): { steps: readonly [Step, ...Step[]]; rest: string } {
  const [, index = '0'] = /^spec\.versions\[(\d+)\]/.exec(field) ?? [];
  const schema = spec.versions[Number(index)]?.schema?.openAPIV3Schema ?? {};
  const root: Step = { schema, subject: subjectOfKind(models[Number(index)] ?? models[0]) };
  const [, path] = /\.openAPIV3Schema\.(.*)$/.exec(field) ?? [];
  return path === undefined ? { steps: [root], rest: field } : followPath(root, path, origins);
}

function subjectOfKind({ kind, markers, markersAreIncomplete, place }: KindModel): Subject {
  return { name: kind, place, markers, markersAreIncomplete };
}

function isAbout({ place, severity }: Diagnostic, subject: Subject): boolean {
  const places = [subject.place, ...subject.markers.map((marker) => marker.place)];
  return severity === 'error' && places.some(({ file, line }) => place?.file === file && place.line === line);
}

function problemsOf(
  error: FieldError,
  steps: readonly [Step, ...Step[]],
  rest: string,
  origins: Origins,
): Diagnostic[] {
  const { schema, subject } = steps.at(-1) as Step;
  const [, index, argument = 'rule'] = /^x-kubernetes-validations\[(\d+)\](?:\.(\w+))?/.exec(rest) ?? [];
  const rule = index === undefined ? undefined : schema['x-kubernetes-validations']?.[Number(index)];
  if (rule !== undefined) return problemOfRule(error, { rule, argument, steps }, origins);
  if (isTotal(error)) {
    const message = `the rules of ${subject.name} exceed the total cost limit: their estimated cost is ${costFactor(error)} the limit`;
    const hint =
      'limit the lists, maps and strings that the rules use with MaxItems, MaxProperties and MaxLength';
    return [costlyRule({ message, hint, place: subject.place })];
  }
  const cause = markerOf(rest, subject);
  const what = rest === '' || rest.startsWith('spec.') ? '' : ` (${rest})`;
  return [
    refusedByServer({
      message: `the API server rejects ${subject.name}${what}: ${detailOf(error)}`,
      hint: hintOf(error.detail),
      place: cause?.place ?? subject.place,
    }),
  ];
}

/** The marker that set the field of an error. If several markers add items to one list, the index selects one. */
function markerOf(path: string, { markers }: Subject): Marker | undefined {
  for (const [, name = '', index] of path.matchAll(/([\w-]+)(?:\[(\d+)\])?/g)) {
    const causes = markers.filter(
      ({ definition, itemsDepth }) =>
        itemsDepth === 0 && (definition.keyword?.name === name || definition.definitionField === name),
    );
    if (causes.length > 0) return causes[Number(index)] ?? causes.at(-1);
  }
  return undefined;
}

function detailOf({ detail, type, value }: FieldError): string {
  if (type === 'NotSupported') return `${JSON.stringify(value)} is not supported, ${detail}`;
  if (type === 'Duplicate') return `${JSON.stringify(value)} is a duplicate`;
  return detail === '' ? 'a value is required' : detail.replaceAll(/spec\.\S*openAPIV3Schema\.?/g, '');
}

const hints: readonly [RegExp, string][] = [
  [/must not be empty for specified/, 'set the type of the field, for example with +validation:Type=string'],
  [/unknown fields/, 'remove them from the default, or add them to the type'],
  [
    /protected groups/,
    'groups under k8s.io and kubernetes.io are reserved for Kubernetes: use a group in your own domain',
  ],
  [
    /exceeds budget|cost limit|cost budget/,
    'simplify the rules, or limit the lists, maps and strings that they use',
  ],
  [/root of the schema if the status/, 'move the marker to the spec'],
];

function hintOf(detail: string): string {
  const [, hint] = hints.find(([words]) => words.test(detail)) ?? [];
  return hint ?? 'change the type or its markers';
}
