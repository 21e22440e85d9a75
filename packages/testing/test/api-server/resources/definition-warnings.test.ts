import { parse } from 'yaml';
import { expect, it } from 'vitest';
import { definition } from '../../kubectl/manifests.ts';
import { startApi } from '../api.ts';

const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

it('says of a definition with rules that nobody evaluates them', async () => {
  const { send } = await startApi();
  const withRule = definition.replace(
    'spec:\n              type: object',
    'spec:\n              type: object\n              x-kubernetes-validations: [{ rule: self.size < 10 }]',
  );
  const { status, headers } = await send('POST', path, parse(withRule) as object);
  expect(status).toBe(201);
  expect(headers['warning']).toBe(
    '299 - "the embedded API server does not evaluate x-kubernetes-validations: version v1 has rules at .spec"',
  );
});

it('says nothing of one without', async () => {
  const { send } = await startApi();
  expect((await send('POST', path, parse(definition) as object)).headers).not.toHaveProperty('warning');
});
