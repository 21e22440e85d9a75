import { functionsOf } from '../functions/overload.ts';
import { folds } from './folds.ts';
import { optionals } from './optionals.ts';
import { standard } from './standard.ts';

/** All functions that the expressions of Kubernetes can call. */
export const kubernetesFunctions = functionsOf([...standard, optionals, folds]);
