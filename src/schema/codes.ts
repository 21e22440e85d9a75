import type { CodeExplanation } from '../diagnostics.ts';

export const diagnosticCodes: Record<string, CodeExplanation> = {
  OPG1111: {
    title: 'A marker does not fit the type',
    explanation: 'Limits of length are for text, limits of items for lists, and so on.',
  },
  OPG1112: {
    title: 'Values are listed twice',
    explanation:
      'The type lists the values that are accepted and a marker lists others. One of them would be dropped.',
  },
  OPG1113: {
    title: 'A marker contradicts the type',
    explanation:
      'It names fields that are not there, asks for fractions of integers, or speaks of a choice where there is none.',
  },
  OPG2101: {
    title: 'The type of a list is inconsistent',
    explanation:
      'The items of +listType=map are objects told apart by keys; each key is a plain property that is required or has a default. The items of +listType=set are plain values.',
  },
  OPG2102: {
    title: 'A default is not a value of its field',
    explanation: 'The API server refuses a schema whose default would be invalid.',
  },
  OPG2103: { title: 'A listed value can never occur', explanation: 'It is not of the type of its field.' },
  OPG2104: {
    title: 'A pattern does not compile',
    explanation: 'The API server uses RE2, which has no lookaround and no backreferences.',
  },
  OPG2105: { title: 'Limits exclude every value', explanation: 'The lower limit is above the upper one.' },
  OPG2112: {
    title: 'The API server refuses it',
    explanation:
      'opgen knows the rules of the API server for definitions of custom resources. What no other check words better is told as the server says it.',
  },
  OPG2113: {
    title: 'A rule does not compile',
    explanation:
      'The API server reads the expression when the definition is created and knows the types of all fields. A property that is no identifier of CEL is escaped: `self.__namespace__`, `self.max__dash__size`.',
  },
  OPG2114: {
    title: 'A rule costs too much',
    explanation:
      'The API server estimates the most that a rule can cost: for the largest lists, maps and texts that the schema allows, times the number of values that it is applied to. Without limits it assumes as much as fits into a request.',
  },
  OPG2115: {
    title: 'A rule is not accepted',
    explanation:
      'Messages are one line, a rule of several lines needs one, fieldPath leads to a field, and oldSelf is known only where a value can be told apart from others: not within lists without keys.',
  },
  OPG2119: {
    title: 'An example is not a value of its field',
    explanation: 'The API server takes any example. One that does not fit misleads whoever copies it.',
  },
  OPG2120: {
    title: 'A format that nobody checks',
    explanation:
      'The API server takes any word for a format and checks nothing for one that it does not know.',
  },
};
