import { expect } from 'vitest';
import { conformance } from './support/conformance.ts';
import type { Cause } from './support/refusal.ts';
import type { Answer, StoredObject } from './support/target.ts';

/** The errors of a rejected object: `<field>: <message>`, sorted. */
function errorsOf({ status, object, text }: Answer): string[] {
  expect(status, text).toBe(422);
  const { causes = [] } = (object as StoredObject & { details: { causes?: Cause[] } }).details;
  return causes.map(({ field, message }) => `${field}: ${message}`).toSorted();
}

const classes = '/apis/scheduling.k8s.io/v1/priorityclasses';

function priorityClass(name: string, value: number, more: object = {}): object {
  return { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, value, ...more };
}

conformance('Priority classes', (it) => {
  it('of users have a maximum', async (scene) => {
    const answer = await scene.send(
      'POST',
      `${classes}?dryRun=All`,
      priorityClass(scene.namespace, 1_000_000_001),
    );
    expect(errorsOf(answer)).toEqual([
      'value: Forbidden: maximum allowed value of a user defined priority is 1000000000',
    ]);
  });

  it('cannot have names of the system', async (scene) => {
    const answer = await scene.send('POST', `${classes}?dryRun=All`, priorityClass('system-mine', 5));
    expect(errorsOf(answer)).toEqual([
      "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. " +
        'error: system-mine is not a known system priority class',
    ]);
  });

  it('cannot have unknown preemption policies', async (scene) => {
    const body = priorityClass(scene.namespace, 5, { preemptionPolicy: 'Always' });
    expect(errorsOf(await scene.send('POST', `${classes}?dryRun=All`, body))).toEqual([
      'preemptionPolicy: Unsupported value: "Always": supported values: "PreemptLowerPriority", "Never"',
    ]);
  });

  it('keep their value and their preemption policy', async (scene) => {
    const path = `${classes}/system-cluster-critical?dryRun=All`;
    const answer = await scene.patch('merge', path, { value: 7, preemptionPolicy: 'Never' });
    expect(errorsOf(answer)).toEqual([
      'preemptionPolicy: Invalid value: "Never": field is immutable',
      'value: Forbidden: may not be changed in an update.',
    ]);
  });
});

conformance('Quota validation', (it) => {
  for (const [what, spec, errors] of [
    [
      'names of resources',
      { hard: { disks: '1', 'Not/valid/name': '1', 'example.com/gpu': '1' } },
      [
        "spec.hard[Not/valid/name]: Invalid value: \"Not/valid/name\": a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
        'spec.hard[disks]: Invalid value: "disks": must be a standard resource for quota',
        'spec.hard[disks]: Invalid value: "disks": must be a standard resource type or fully qualified',
      ],
    ],
    [
      'amounts',
      { hard: { pods: '1500m', cpu: '-1' } },
      [
        'spec.hard[cpu]: Invalid value: "-1": must be greater than or equal to 0',
        'spec.hard[pods]: Invalid value: "1500m": must be an integer',
      ],
    ],
    [
      'scopes',
      { hard: { pods: '1', services: '1' }, scopes: ['BestEffort', 'NotBestEffort'] },
      [
        'spec.scopes: Invalid value: ["BestEffort","NotBestEffort"]: conflicting scopes',
        'spec.scopes: Invalid value: ["BestEffort","NotBestEffort"]: unsupported scope applied to resource',
        'spec.scopes: Invalid value: ["BestEffort","NotBestEffort"]: unsupported scope applied to resource',
      ],
    ],
    [
      'scope selectors',
      {
        hard: { pods: '1' },
        scopeSelector: {
          matchExpressions: [
            { scopeName: 'PriorityClass', operator: 'In' },
            { scopeName: 'Terminating', operator: 'DoesNotExist' },
          ],
        },
      },
      [
        'spec.scopeSelector.matchExpressions.operator: Invalid value: "DoesNotExist": must be \'Exists\' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity',
        "spec.scopeSelector.matchExpressions.values: Required value: must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
      ],
    ],
  ] as const)
    it(`checks ${what}`, async (scene) => {
      const answer = await scene.post('resourcequotas', { metadata: { name: 'a' }, spec });
      expect(errorsOf(answer)).toEqual(errors);
    });

  it('keeps scopes', async (scene) => {
    await scene.create('resourcequotas', { metadata: { name: 'a' }, spec: { hard: { pods: '1' } } });
    const path = scene.path('resourcequotas', 'a');
    expect(errorsOf(await scene.patch('merge', path, { spec: { scopes: ['BestEffort'] } }))).toEqual([
      'spec.scopes: Invalid value: ["BestEffort"]: field is immutable',
    ]);
  });
});

conformance('Limit range validation', (it) => {
  for (const [what, limits, errors] of [
    [
      'types',
      [{ type: 'Node' }, { type: 'Pod', max: { cpu: '1' } }, { type: 'Pod', max: { cpu: '1' } }],
      [
        'spec.limits[0].type: Invalid value: "Node": must be a standard limit type or fully qualified',
        'spec.limits[2].type: Duplicate value: "Pod"',
      ],
    ],
    [
      'names of resources',
      [{ type: 'Container', max: { storage: '1' } }],
      [
        'spec.limits[0].defaultRequest[storage]: Invalid value: "storage": must be a standard resource for containers',
        'spec.limits[0].default[storage]: Invalid value: "storage": must be a standard resource for containers',
        'spec.limits[0].max[storage]: Invalid value: "storage": must be a standard resource for containers',
      ],
    ],
    [
      'defaults of Pods',
      [{ type: 'Pod', default: { cpu: '1' } }],
      ["spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'"],
    ],
    [
      'the storage of claims',
      [{ type: 'PersistentVolumeClaim' }],
      [
        'spec.limits[0].limits: Required value: either minimum or maximum storage value is required, but neither was provided',
      ],
    ],
    [
      'the order of amounts',
      [
        {
          type: 'Container',
          min: { cpu: '3' },
          max: { cpu: '2' },
          defaultRequest: { cpu: '4' },
          default: { cpu: '1' },
        },
      ],
      [
        'spec.limits[0].defaultRequest[cpu]: Invalid value: "4": default request value 4 is greater than default limit value 1',
        'spec.limits[0].defaultRequest[cpu]: Invalid value: "4": default request value 4 is greater than max value 2',
        'spec.limits[0].default[cpu]: Invalid value: "3": min value 3 is greater than default value 1',
        'spec.limits[0].min[cpu]: Invalid value: "3": min value 3 is greater than max value 2',
      ],
    ],
    [
      'ratios',
      [
        {
          type: 'Pod',
          min: { cpu: '1' },
          max: { cpu: '3' },
          maxLimitRequestRatio: { cpu: '4', memory: '500m' },
        },
      ],
      [
        'spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: "4": ratio 4 is greater than max/min = 3.000000',
        'spec.limits[0].maxLimitRequestRatio[memory]: Invalid value: "500m": ratio 500m is less than 1',
      ],
    ],
  ] as const)
    it(`checks ${what}`, async (scene) => {
      const answer = await scene.post('limitranges', { metadata: { name: 'a' }, spec: { limits } });
      expect(errorsOf(answer)).toEqual(errors);
    });
});
