import { expect, it } from 'vitest';
import { kubectlIsHere, openTerminal } from './kubectl.ts';

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  names: { kind: Widget, plural: widgets }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          description: A Widget for tests
          type: object
          properties: { spec: { type: object, description: What it does } }
`;

it.skipIf(!kubectlIsHere)('kubectl explains the fields that every custom resource has', async () => {
  const { kubectl, file, close } = await openTerminal();
  await kubectl('apply', '-f', await file('crd.yaml', crd));
  // The expressions of Kubernetes' own e2e spec "works for CRD with validation schema".
  expect(await kubectl('explain', 'widgets')).toMatch(
    /DESCRIPTION:.*A Widget for tests.*FIELDS:.*apiVersion.*<string>.*APIVersion defines.*spec.*<Object>.*What it does/s,
  );
  expect(await kubectl('explain', 'widgets.metadata')).toMatch(
    /DESCRIPTION:.*Standard object's metadata.*FIELDS:.*creationTimestamp.*<string>.*CreationTimestamp is a timestamp/s,
  );
  await close();
});
