import { describe, expect, test } from 'vitest';
import { allMarkers } from '../../src/markers/registry.ts';
import { runCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/folder.ts';

const opgen = (...args: string[]) => runCli(temporaryFolder(), ['markers', ...args]);

describe('opgen markers', () => {
  test('lists every marker with a one-line summary', async () => {
    const { exitCode, stdout } = await opgen();
    expect(exitCode).toBe(0);
    for (const { name } of allMarkers) expect(stdout).toContain(`  +${name} `);
    expect(stdout).toMatch(/^ {2}\+validation:Minimum +The minimum of a number\.$/m);
  });

  test('describes one marker in full', async () => {
    const { stdout } = await opgen('printcolumn');
    expect(stdout).toBe(`+printcolumn

A column of kubectl get. A column with a priority above 0 appears only with -o
wide.

Stands above the interface of a kind. May be repeated.

Arguments:
  name         text, needed
  type         integer | number | string | boolean | date, needed
  jsonPath     text, needed
  description  text
  format       int32 | int64 | float | double | byte | date | date-time | password
  priority     integer

Example:

  // +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp
`);
  });

  test.each([
    ['Minimum', '+validation:Minimum'],
    ['+kubebuilder:validation:items:Minimum=1', '+validation:Minimum'],
    ['// +k8s:minimum', '+validation:Minimum'],
    ['required', '+validation:Required'],
    ['validation:XValidation:rule', '+validation:XValidation'],
    ['UniqueItems', '+validation:UniqueItems'],
    ['k8s:deepcopy-gen', '+k8s:deepcopy-gen'],
  ])('finds the marker for %s', async (written, heading) => {
    const { stdout } = await opgen(written);
    expect(stdout.split('\n')[0]).toBe(heading);
  });

  test.each([
    ['Minimun', "did you mean 'validation:Minimum'?"],
    ['optinal', "did you mean 'optional'?"],
    ['somethingElse', 'run opgen markers to list all markers'],
  ])('suggests the nearest marker for %s', async (written, hint) => {
    const { exitCode, stderr } = await opgen(written);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(hint);
  });

  test('prints the same as JSON', async () => {
    const { stdout } = await opgen('validation:MaxItems', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      data: {
        name: 'validation:MaxItems',
        aliases: ['k8s:maxItems'],
        argument: 'count',
        limits: 'lists',
        forItems: 'validation:items:MaxItems',
        example: '// +validation:MaxItems=16',
      },
    });
  });
});
