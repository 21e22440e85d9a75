export { validateBuiltin } from './objects/validate-object.ts';
