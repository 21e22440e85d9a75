import { duplicate, duplicates, type FieldError, invalid } from '../field-errors.ts';
import { deepEqual, type JsonObject, objectsIn } from '../json.ts';
import { validateLabelSelector } from '../selectors/validate-label-selector.ts';
import {
  dns1123Subdomain,
  immutable,
  notNegative,
  notNegativeQuantity,
  objectIn,
  qualifiedName,
  requiredText,
  textIn,
  textsIn,
} from './fields.ts';
import type { Validation } from './validation.ts';

const longestNodeId = 256;

export const validateCsiNode: Validation = (node, old) => {
  const drivers = objectsIn(objectIn(node, 'spec')['drivers']);
  const before = old === undefined ? [] : objectsIn(objectIn(old, 'spec')['drivers']);
  const isChanged = drivers.some((driver) =>
    before.some((other) => other['name'] === driver['name'] && !deepEqual(other, driver)),
  );
  return [
    ...drivers.flatMap((driver, i) => validateDriver(driver, `spec.drivers[${i}]`)),
    ...drivers.flatMap((driver, i) =>
      drivers.findIndex((other) => other['name'] === driver['name']) < i
        ? [duplicate(`spec.drivers[${i}].name`, driver['name'])]
        : [],
    ),
    ...(isChanged ? [invalid('spec.drivers', drivers[0], 'field is immutable')] : []),
  ];
};

function validateDriver(driver: JsonObject, path: string): FieldError[] {
  const nodeId = textIn(driver, 'nodeID');
  const keys = textsIn(driver['topologyKeys']);
  return [
    ...requiredText(textIn(driver, 'name'), `${path}.name`, dns1123Subdomain),
    ...requiredText(nodeId, `${path}.nodeID`),
    ...(nodeId.length > longestNodeId
      ? [invalid(`${path}.nodeID`, nodeId, `must be ${longestNodeId} characters or less`)]
      : []),
    ...notNegative(objectIn(driver, 'allocatable')['count'], `${path}.allocatable.count`),
    ...keys.flatMap((key) => [...requiredText(key, path), ...qualifiedName(key, path)]),
    ...duplicates(keys.map((key) => [path, key])),
  ];
}

export const validateCsiStorageCapacity: Validation = (capacity, old) => {
  const { capacity: amount, nodeTopology, storageClassName } = capacity;
  return [
    ...dns1123Subdomain(textIn(capacity, 'storageClassName'), 'storageClassName'),
    ...validateLabelSelector(nodeTopology, 'nodeTopology'),
    ...notNegativeQuantity(amount, 'capacity'),
    ...(old === undefined
      ? []
      : [
          ...immutable(nodeTopology, old['nodeTopology'], 'nodeTopology'),
          ...immutable(storageClassName, old['storageClassName'], 'storageClassName'),
        ]),
  ];
};
