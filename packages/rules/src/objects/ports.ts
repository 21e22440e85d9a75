import { type FieldError, invalid, oneOf } from '../field-errors.ts';
import { portNameProblems } from '../names/port-names.ts';
import { invalids } from './fields.ts';

const protocols = ['SCTP', 'TCP', 'UDP'];
const highestPort = 65_535;

/** A port number, where there is one. */
export function validatePort(port: unknown, path: string): FieldError[] {
  if (typeof port !== 'number' || (port >= 1 && port <= highestPort)) return [];
  return [invalid(path, port, `must be between 1 and ${highestPort}, inclusive`)];
}

/** A port by its number or its name, where there is one. */
export function validatePortOrName(port: unknown, path: string): FieldError[] {
  return typeof port === 'string' ? invalids(path, port, portNameProblems(port)) : validatePort(port, path);
}

/** A protocol, where there is one. */
export function validateProtocol(protocol: unknown, path: string): FieldError[] {
  return oneOf(protocol, protocols, path);
}
