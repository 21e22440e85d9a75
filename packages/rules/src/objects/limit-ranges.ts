import { duplicate, type FieldError, forbidden, invalid, required } from '../field-errors.ts';
import { isObject, type JsonObject } from '../json.ts';
import { qualifiedNameProblems } from '../names/qualified-names.ts';
import { parseQuantity, type Quantity, type QuantityValue } from '../quantity.ts';
import {
  amountPath,
  isExtendedResource,
  validateContainerResourceName,
  validateResourceName,
} from './resource-names.ts';
import type { Validation } from './validation.ts';

type Amounts = ReadonlyMap<string, Quantity>;

export const validateLimitRange: Validation = ({ spec }) => {
  const limits = isObject(spec) && Array.isArray(spec['limits']) ? spec['limits'].filter(isObject) : [];
  return limits.flatMap((limit, index) => {
    const path = `spec.limits[${index}]`;
    const type = String(limit['type'] ?? '');
    const isRepeated = limits.findIndex((other) => other['type'] === limit['type']) < index;
    return [
      ...validateType(type, `${path}.type`),
      ...(isRepeated ? [duplicate(`${path}.type`, type)] : []),
      ...validateItem(limit, type, path),
    ];
  });
};

function validateType(type: string, path: string): FieldError[] {
  const problems = qualifiedNameProblems(type);
  if (problems.length > 0) return problems.map((problem) => invalid(path, type, problem));
  if (type.includes('/') || ['Pod', 'Container', 'PersistentVolumeClaim'].includes(type)) return [];
  return [invalid(path, type, 'must be a standard limit type or fully qualified')];
}

function validateItem(limit: JsonObject, type: string, path: string): FieldError[] {
  const validateName =
    type === 'Pod' || type === 'Container' ? validateContainerResourceName : validateResourceName;
  const names = (field: string): FieldError[] =>
    [...amountsOf(limit[field]).keys()].flatMap((name) =>
      validateName(name, amountPath(`${path}.${field}`, name)),
    );
  const [min, max] = [amountsOf(limit['min']), amountsOf(limit['max'])];
  const isBounded = min.has('storage') || max.has('storage');
  return [
    ...names('max'),
    ...names('min'),
    ...(type === 'Pod'
      ? ['default', 'defaultRequest'].flatMap((field) =>
          amountsOf(limit[field]).size > 0
            ? [forbidden(`${path}.${field}`, "may not be specified when `type` is 'Pod'")]
            : [],
        )
      : [...names('default'), ...names('defaultRequest')]),
    ...(type === 'PersistentVolumeClaim' && !isBounded
      ? [
          required(
            `${path}.limits`,
            'either minimum or maximum storage value is required, but neither was provided',
          ),
        ]
      : []),
    ...names('maxLimitRequestRatio'),
    ...validateOrder(limit, type, path),
  ];
}

type Field = 'min' | 'max' | 'default' | 'defaultRequest' | 'maxLimitRequestRatio';

/** An amount that must not be greater than another one, and where and with which of the two values that is reported. */
interface Order {
  readonly lesser: Field;
  readonly greater: Field;
  readonly at: Field;
  readonly value: 'lesser' | 'greater';
  readonly words: readonly [lesser: string, greater: string];
}

const orders: readonly Order[] = [
  { lesser: 'min', greater: 'max', at: 'min', value: 'lesser', words: ['min', 'max'] },
  {
    lesser: 'min',
    greater: 'defaultRequest',
    at: 'defaultRequest',
    value: 'greater',
    words: ['min', 'default request'],
  },
  {
    lesser: 'defaultRequest',
    greater: 'max',
    at: 'defaultRequest',
    value: 'lesser',
    words: ['default request', 'max'],
  },
  {
    lesser: 'defaultRequest',
    greater: 'default',
    at: 'defaultRequest',
    value: 'lesser',
    words: ['default request', 'default limit'],
  },
  { lesser: 'min', greater: 'default', at: 'default', value: 'lesser', words: ['min', 'default'] },
  { lesser: 'default', greater: 'max', at: 'default', value: 'greater', words: ['default', 'max'] },
];

/** Compares the amounts of each resource with each other. */
function validateOrder(limit: JsonObject, type: string, path: string): FieldError[] {
  const fields: Field[] = ['max', 'min', 'maxLimitRequestRatio'];
  if (type !== 'Pod') fields.push('default', 'defaultRequest');
  const amounts = new Map(fields.map((field) => [field, amountsOf(limit[field])]));
  const names = new Set([...amounts.values()].flatMap((each) => [...each.keys()]));
  return [...names].toSorted().flatMap((name) => {
    const amount = (field: Field): Quantity | undefined => amounts.get(field)?.get(name);
    const wrong = (field: Field, value: Quantity, problem: string): FieldError =>
      invalid(amountPath(`${path}.${field}`, name), String(value), problem);
    const unordered = orders.flatMap(({ lesser, greater, at, value, words: [less, more] }) => {
      const [a, b] = [amount(lesser), amount(greater)];
      if (a === undefined || b === undefined || a.compare(b) <= 0) return [];
      const problem = `${less} value ${a} is greater than ${more} value ${b}`;
      return wrong(at, value === 'lesser' ? a : b, problem);
    });
    const ratio = amount('maxLimitRequestRatio');
    const ratioProblem = ratio && problemOfRatio(ratio, amount('min'), amount('max'));
    const [limited, requested] = [amount('default'), amount('defaultRequest')];
    const isUnequal = limited !== undefined && requested !== undefined && limited.compare(requested) !== 0;
    return [
      ...unordered,
      ...(ratio && ratioProblem ? [wrong('maxLimitRequestRatio', ratio, ratioProblem)] : []),
      ...(isUnequal && isExact(name)
        ? [
            wrong(
              'defaultRequest',
              requested,
              `default value ${limited} must equal to defaultRequest value ${requested} in ${name}`,
            ),
          ]
        : []),
    ];
  });
}

function problemOfRatio(ratio: Quantity, min?: Quantity, max?: Quantity): string | undefined {
  if (ratio.compare(1) < 0) return `ratio ${ratio} is less than 1`;
  if (min === undefined || max === undefined) return undefined;
  const most = max.toNumber() / min.toNumber();
  return ratio.toNumber() > most ? `ratio ${ratio} is greater than max/min = ${most.toFixed(6)}` : undefined;
}

/** Whether the limit of a resource must be its request. */
function isExact(name: string): boolean {
  return isExtendedResource(name) || name.startsWith('hugepages-');
}

function amountsOf(value: unknown): Amounts {
  const entries = Object.entries(isObject(value) ? value : {});
  return new Map(entries.map(([name, amount]) => [name, parseQuantity(amount as QuantityValue)]));
}
