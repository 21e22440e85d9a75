import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics.ts';
import { loadBuiltInResources } from '../../src/kubernetes/built-in-resources.ts';
import { KnownResources } from '../../src/manifests/known-resources.ts';
import { roles } from '../../src/manifests/role.ts';
import { webhookConfigurations } from '../../src/manifests/webhooks.ts';
import { rbac } from '../../src/markers/definitions/rbac.ts';
import { webhook } from '../../src/markers/definitions/webhook.ts';
import type { Marker } from '../../src/markers/marker.ts';
import { isDiagnostic, readMarker } from '../../src/markers/read-marker.ts';
import type { ApiModel } from '../../src/model/api-model.ts';

const known = new KnownResources([], loadBuiltInResources());
const place = { file: 'src/webhooks/pod.webhook.ts', line: 1, column: 4 };
const pod = {
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  scope: 'Namespaced',
  isOwn: false,
} as const;

const pieces =
  '{} {a:b} {a,b} 1 true null "" `[1]` `[null]` * pods core */* a;b / https://a v1 create get;watch None x.yaml ' +
  '{matchLabels:{a:1}} {matchLabels:3} {matchExpressions:{{key:1}}} {{name:a}} `{"rules":[{}]}` `{"matchConditions":[1]}`';
const value = fc.oneof(
  fc.constantFrom(...pieces.split(' ')),
  fc.json({ maxDepth: 2 }).map((json) => `\`${json.replaceAll('`', '')}\``),
);

/** A marker with arbitrary arguments and values. */
function markerWithAny(definition: {
  name: string;
  argument: { parameters?: object };
}): fc.Arbitrary<Marker | undefined> {
  const names = fc.constantFrom(...Object.keys(definition.argument.parameters ?? {}));
  return fc.uniqueArray(fc.tuple(names, value), { maxLength: 5, selector: ([name]) => name }).map((given) => {
    const text = `+${definition.name}:${given.map(([name, written]) => `${name}=${written}`).join(',')}`;
    const marker = readMarker({ text, place });
    return marker === undefined || isDiagnostic(marker) ? undefined : marker;
  });
}

test('any marker yields a manifest or a problem with a place', () => {
  let manifests = 0;
  fc.assert(
    fc.property(markerWithAny(webhook), markerWithAny(rbac), (ofWebhook, ofRole) => {
      const markers = [ofWebhook, ofRole].filter((marker) => marker !== undefined);
      const problems: Diagnostic[] = [];
      const operator = { name: 'cache', namespace: 'cache-system', namespaced: false, isMoved: () => true };
      const handles = [{ as: 'Validator', kind: pod }] as const;
      const model: ApiModel = {
        kinds: [],
        fileMarkers: markers,
        converterClasses: [],
        admissionClasses: [
          { name: 'PodValidator', place, handles, methods: [], showsAllMethods: true, isUsed: true, markers },
        ],
        unusedClasses: [],
        registrations: [],
      };
      webhookConfigurations(model, { known, problems, wrongInExpression: () => undefined, ...operator });
      roles(markers, { known, problems, ...operator });
      if (problems.every(({ severity }) => severity === 'warning')) manifests += 1;
      expect(problems.filter((problem) => problem.place === undefined)).toEqual([]);
    }),
    { numRuns: 3_000, interruptAfterTimeLimit: 10_000 },
  );
  expect(manifests).toBeGreaterThan(0);
});
