import type { CodeExplanation } from '../diagnostics.ts';

export const diagnosticCodes: Record<string, CodeExplanation> = {
  OPG1001: {
    title: 'A file is not TypeScript',
    explanation: 'The file cannot be parsed. The compiler tells the same.',
  },
  OPG1201: {
    title: 'A type cannot be turned into a schema',
    explanation:
      'Schemas describe JSON: text, numbers, booleans, lists, maps with text keys, objects, and unions of those that the API server can tell apart. Functions, classes and any have no counterpart, and types that take running a type checker are not read.',
  },
  OPG1202: {
    title: 'There is no such type',
    explanation: 'The name is neither declared in the project nor imported from a module that has it.',
  },
  OPG1203: {
    title: 'A type contains itself',
    explanation:
      'The schema of a custom resource has no references, so a type that contains itself would never end. Say unknown where it repeats: the server then keeps what stands there, unchecked.',
  },
  OPG1204: {
    title: 'A bare number',
    explanation:
      'Kubernetes tells integers of 32 bits, of 64 bits and floating point numbers apart; TypeScript does not. Int32, Int64 and Double of @opgen/runtime are numbers that say which, and Integer is one of any size: the schema is the same, and says that it is meant.',
  },
  OPG1205: {
    title: 'A type of a package cannot be read',
    explanation:
      'Types are read from the project, by name from @opgen/runtime and @kubernetes/client-node, and from the .ts and .d.ts files of other packages that are installed. This one is not, or has no types.',
  },
  OPG1206: {
    title: 'The keys of a map are not held to their type',
    explanation:
      'A schema says nothing about the keys of a map but that they are text. A CEL rule can; it costs, so the map wants a limit on its size.',
  },
  OPG1207: {
    title: 'A kind has no defineKind',
    explanation:
      'The interface says what the object looks like; defineKind says its plural and scope, for the operator as well as for the manifests.',
  },
  OPG1208: {
    title: 'defineKind is incomplete or contradicts the interface',
    explanation: 'It is read without being run, so its values are plain texts.',
  },
  OPG1209: {
    title: 'A union of objects cannot be told apart by a schema',
    explanation:
      'The API server knows one type for each property, whichever part of the union a value is. Properties that several parts have are of the same type, and what is filled in or kept as a whole is said of the union.',
  },
  OPG1301: {
    title: 'A class is about something that is no kind',
    explanation:
      'A class that implements Defaulter, Validator or Converter names the kinds that it is about: one of this project, one of @opgen/runtime/kinds, an interface that defineKind names somewhere in src/, or one of a package whose defineKind stands in the file of the interface or in the code beside it.',
  },
};
