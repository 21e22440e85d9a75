export {
  type BuiltInResource,
  builtInResources,
  type ServedResource,
  servedResources,
} from './builtin/built-in-resources.ts';
export { builtInSchemas } from './builtin/built-in-schemas.ts';
export { isAtLeast, type Minor, minorOf, minors, newestMinor } from './builtin/minors.ts';
