import { defineDiagnostic } from '../diagnostics.ts';

export const unknownMarker = defineDiagnostic({
  code: 'OPG1101',
  title: 'Unknown marker',
  explanation:
    'A comment starts with a prefix of opgen, but names no marker. If opgen ignored the typo, the manifests would lack a rule without a warning. opgen ignores markers of other tools that have their own prefix.',
  example: {
    wrong: '// +validation:Minimun=1\nsize: Int32;',
    right: '// +validation:Minimum=1\nsize: Int32;',
  },
});

export const malformedArgument = defineDiagnostic({
  code: 'OPG1102',
  title: 'Malformed marker argument',
  explanation:
    'Values are numbers, true or false, bare text, "quoted text" or `text in backticks`; lists are a;b or {a,b}; maps are {key: value}. Text that contains , ; or } needs quotes.',
  example: {
    wrong: '// +validation:Minimum=one\nsize: Int32;',
    right: '// +validation:Minimum=1\nsize: Int32;',
  },
});

export const unknownArgument = defineDiagnostic({
  code: 'OPG1103',
  title: 'Unknown marker argument',
  explanation: 'The marker has no argument with the name before the equals sign.',
  example: {
    wrong: '// +rbac:groups=apps,resorces=deployments,verbs=get\nexport class MemcachedReconciler {}',
    right: '// +rbac:groups=apps,resources=deployments,verbs=get\nexport class MemcachedReconciler {}',
  },
});

export const missingArgument = defineDiagnostic({
  code: 'OPG1104',
  title: 'Missing marker argument',
  explanation: 'The marker requires the argument.',
  example: { wrong: '// +validation:Minimum\nsize: Int32;', right: '// +validation:Minimum=1\nsize: Int32;' },
});

export const misplacedMarker = defineDiagnostic({
  code: 'OPG1105',
  title: 'Misplaced marker',
  explanation:
    'Each marker is valid above a field, a type, or the interface of a kind. Elsewhere it would have no effect.',
  example: {
    wrong: '// +subresource:status\nsize: Int32;',
    right: '// +subresource:status\nexport interface Memcached extends CustomResource<MemcachedSpec> {}',
  },
});

export const markerDescribesNothing = defineDiagnostic({
  code: 'OPG1106',
  title: 'Marker without a declaration',
  explanation:
    'No type or field follows the marker. A blank line separates a marker from a declaration: only the comment group directly above a declaration, and the group before it, belong to the declaration.',
  example: {
    wrong: 'size: Int32;\n// +validation:Minimum=1',
    right: '// +validation:Minimum=1\nsize: Int32;',
  },
});

export const misspeltMarker = defineDiagnostic({
  code: 'OPG1109',
  title: 'Misspelt marker',
  explanation:
    'The name is one or two letters away from a marker, or lacks the prefix of a marker. If the line is prose, begin it with another character than a plus sign.',
  example: { wrong: '// +optinal\nsize: Int32;', right: '// +optional\nsize: Int32;' },
});

export const refusedMarker = defineDiagnostic({
  code: 'OPG1110',
  title: 'Unsupported marker',
  explanation:
    'The API server rejects what the marker would generate, or a custom resource cannot express it.',
  example: {
    wrong: '// +validation:UniqueItems=true\ntags: string[];',
    right: '// +listType=set\ntags: string[];',
  },
});

export const conflictingValues = defineDiagnostic({
  code: 'OPG1112',
  title: 'Conflicting lists of accepted values',
  explanation:
    'The type lists the accepted values and a marker lists others, so one of the two lists would be lost.',
  example: { wrong: "// +validation:Enum=A;B\nmode: 'A' | 'B' | 'C';", right: "mode: 'A' | 'B';" },
});

export const inconsistentList = defineDiagnostic({
  code: 'OPG2101',
  title: 'Inconsistent list type',
  explanation:
    'The items of a list with +listType=map are objects that keys identify; each key is a scalar property that is required or has a default. The items of a list with +listType=set are scalar or atomic.',
  example: {
    wrong: '// +listType=map\nconditions: Condition[];',
    right: '// +listType=map\n// +listMapKey=type\nconditions: Condition[];',
  },
});

export const invalidDefault = defineDiagnostic({
  code: 'OPG2102',
  title: 'Invalid default',
  explanation: 'The API server rejects a schema with a default that is not valid.',
  example: { wrong: '// +default=1\nimage: string;', right: '// +default="1"\nimage: string;' },
});

export const impossibleEnumValue = defineDiagnostic({
  code: 'OPG2103',
  title: 'Enum value of the wrong type or format',
  explanation: 'The value does not have the type or the format of its field.',
  example: { wrong: '// +validation:Enum=A;B\nsize: Int32;', right: '// +validation:Enum=1;2\nsize: Int32;' },
});

export const invalidPattern = defineDiagnostic({
  code: 'OPG2104',
  title: 'Invalid pattern',
  explanation: 'The API server uses RE2, which has no lookaround and no backreferences.',
  example: {
    wrong: '// +validation:Pattern=`^(?!kube-)`\nname: string;',
    right: '// +validation:XValidation:rule="!self.startsWith(\'kube-\')"\nname: string;',
  },
});

export const contradictoryLimits = defineDiagnostic({
  code: 'OPG2105',
  title: 'Contradictory or impossible limits',
  explanation:
    'The lower limit is above the upper one, or equal to it and exclusive; or a limit is out of range for the format of the number, and then the API server rejects every value.',
  example: {
    wrong: '// +validation:Minimum=5\n// +validation:Maximum=1\nsize: Int32;',
    right: '// +validation:Minimum=1\n// +validation:Maximum=5\nsize: Int32;',
  },
});

export const invalidExample = defineDiagnostic({
  code: 'OPG2119',
  severity: 'warning',
  title: 'Invalid example',
  explanation: 'The API server accepts any example, but an invalid one misleads readers who copy it.',
  example: {
    wrong: '// +example=six\nsize: Int32;',
    right: '// +example=6\nsize: Int32;',
  },
});

export const unknownFormat = defineDiagnostic({
  code: 'OPG2120',
  severity: 'warning',
  title: 'Unknown format',
  explanation: 'The API server accepts any format and ignores those that it does not know.',
  example: {
    wrong: '// +validation:Format=ip\naddress: string;',
    right: '// +validation:Format=ipv4\naddress: string;',
  },
});
