import { describe, expect, test } from 'vitest';
import { placeInArgument } from '../../src/markers/marker.ts';
import { isDiagnostic, misplaced, readMarker } from '../../src/markers/read-marker.ts';

const place = { file: 'src/api/cache/v1/memcached.ts', line: 4, column: 6 };

function read(text: string) {
  const result = readMarker({ text, place });
  if (result === undefined || isDiagnostic(result)) throw new Error(result?.message ?? 'no marker');
  return result;
}

function problem(text: string): string {
  const result = readMarker({ text, place });
  if (result === undefined || !isDiagnostic(result)) return 'no problem';
  const { code, hint, message } = result;
  return `${code} ${(result.place?.column ?? 0) - place.column}: ${message}${hint === undefined ? '' : ` | ${hint}`}`;
}

describe('reads every spelling of a marker', () => {
  test.each<[string, string, unknown]>([
    ['+validation:Minimum=1', 'validation:Minimum', 1],
    ['+kubebuilder:validation:Minimum=1', 'validation:Minimum', 1],
    ['+kubebuilder:validation:Minimum:=1', 'validation:Minimum', 1],
    ['+validation:Minimum= 1 ', 'validation:Minimum', 1],
    ['+k8s:minimum=1', 'validation:Minimum', 1],
    ['+k8s:minimum=1 # one replica', 'validation:Minimum', 1],
    ['+k8s:format="a # b" # c', 'validation:Format', 'a # b'],
    ['+required', 'validation:Required', true],
    ['+kubebuilder:validation:Required', 'validation:Required', true],
    ['+kubebuilder:default:=3', 'default', 3],
    ['+kubebuilder:default={a,b}', 'default', ['a', 'b']],
    ['+default=["a","b"]', 'default', ['a', 'b']],
    ['+default={"a": {"b": 1}}', 'default', { a: { b: 1 } }],
    ['+kubebuilder:default={a: {b: 1}}', 'default', { a: { b: 1 } }],
    ['+listType:=map', 'listType', 'map'],
    ['+kubebuilder:validation:Enum={"a;b",c}', 'validation:Enum', ['a;b', 'c']],
    ['+kubebuilder:validation:Enum=1;2;3', 'validation:Enum', [1, 2, 3]],
    ['+kubebuilder:validation:Pattern=`^[a-z]{1,3}$`', 'validation:Pattern', '^[a-z]{1,3}$'],
    [
      '+kubebuilder:printcolumn:type=date,JSONPath=.a,name="A, b"',
      'printcolumn',
      { type: 'date', jsonPath: '.a', name: 'A, b' },
    ],
    ['+kubebuilder:resource', 'resource', {}],
    ['+kubebuilder:resource:shortName={a,b},path=c', 'resource', { shortName: ['a', 'b'], path: 'c' }],
    ['+kubebuilder:deprecatedversion', 'deprecatedversion', {}],
    ['+kubebuilder:deprecatedversion:warning="a;b"', 'deprecatedversion', { warning: 'a;b' }],
    [
      '+kubebuilder:metadata:labels=a=b;"c=d,e"',
      'metadata',
      {
        labels: [
          ['a', 'b'],
          ['c', 'd,e'],
        ],
      },
    ],
    ['+kubebuilder:externalDocs:url=https://example.com', 'externalDocs', { url: 'https://example.com' }],
  ])('%s', (text, name, value) => {
    const marker = read(text);
    expect(marker.definition.name).toBe(name);
    expect(marker.value).toEqual(value);
  });
});

test.each<[string, string, number, unknown]>([
  ['+validation:items:Minimum=1', 'validation:Minimum', 1, 1],
  ['+kubebuilder:validation:items:MaxLength=5', 'validation:MaxLength', 1, 5],
  ['+validation:items:items:Enum=a;b', 'validation:Enum', 2, ['a', 'b']],
  ['+k8s:eachVal=+k8s:maxLength=5', 'validation:MaxLength', 1, 5],
  ['+k8s:eachVal=+k8s:eachVal=+k8s:minimum=0', 'validation:Minimum', 2, 0],
  ['+k8s:eachVal=+validation:items:Minimum=0', 'validation:Minimum', 2, 0],
  ['+k8s:eachVal=+k8s:listType=set', 'listType', 1, 'set'],
  ['+k8s:eachVal=+k8s:eachVal=+k8s:listMapKey=name', 'listMapKey', 2, 'name'],
])('applies %s to the items of the value', (text, name, depth, value) => {
  expect(read(text)).toMatchObject({ definition: { name }, itemsDepth: depth, value });
});

describe('reports a mistake at its exact column', () => {
  test.each([
    [
      '+kubebuidler:validation:Minimum=1',
      "OPG1109 0: +kubebuidler:validation:Minimum is not a marker | did you mean '+kubebuilder:validation:Minimum'?",
    ],
    [
      '+validaton:Minimum=1',
      "OPG1109 0: +validaton:Minimum is not a marker | did you mean '+validation:Minimum'?",
    ],
    [
      '+validation:XValidation:rule="self > 1",',
      "OPG1102 39: +validation:XValidation: expected an argument after ',', found nothing | a marker is one line and cannot continue on another",
    ],
    [
      '+validation:XValidation:rule=`self.a',
      'OPG1102 29: +validation:XValidation: the text that begins with ` is not closed | close it with `; a marker is one line and cannot continue on another',
    ],
    [
      '+validation:Enum={A,',
      "OPG1102 19: +validation:Enum: expected ',' or '}' in the list, found nothing | close it with }; a marker is one line and cannot continue on another",
    ],
    [
      '+default={a: 1,',
      "OPG1102 14: +default: expected '}' after the map, found nothing | close it with }; a marker is one line and cannot continue on another",
    ],
    [
      '+ validation:MinLength=3',
      'OPG1109 0: the name of a marker must follow the + directly | write +validation:MinLength',
    ],
    ['+ note:this is prose', 'no problem'],
    ['+validation:Min=3', "OPG1101 0: unknown marker +validation:Min | did you mean '+validation:Minimum'?"],
    [
      '+validation:Pattern=',
      'OPG1104 1: +validation:Pattern: its value is missing | write "" for an empty string',
    ],
    [
      '+kubebuilder:default=',
      'OPG1104 1: +kubebuilder:default: its value is missing | for example: // +default="memcached:1.6-alpine"',
    ],
    ['+Optional', "OPG1109 0: +Optional is not a marker | did you mean '+optional'?"],
    ['+listtype=map', "OPG1109 0: +listtype is not a marker | did you mean '+listType'?"],
    [
      '+kubebuilder:validation:nullable',
      "OPG1101 0: unknown marker +kubebuilder:validation:nullable | did you mean '+nullable'?",
    ],
    [
      '+kubebuilder:Minimum=1',
      "OPG1101 0: unknown marker +kubebuilder:Minimum | did you mean '+validation:Minimum'?",
    ],
    [
      '+validation:minimum=1',
      "OPG1101 0: unknown marker +validation:minimum | did you mean '+validation:Minimum'?",
    ],
    ['+k8s:minimun=1', "OPG1101 0: unknown marker +k8s:minimun | did you mean '+k8s:minimum'?"],
    [
      '+kubebuilder:validation:Required.',
      "OPG1101 0: unknown marker +kubebuilder:validation:Required. | did you mean '+validation:Required'?",
    ],
    ['+required // always', 'OPG1102 9: +required: it takes no argument, so nothing may follow it'],
    [
      '+validation:MaxItems=-1',
      "OPG1102 21: +validation:MaxItems: expected a count of 0 or more, found '-1' | for example: // +validation:MaxItems=16",
    ],
    [
      '+validation:Minimum=1 # one',
      "OPG1102 22: +validation:Minimum: expected nothing after the value, found '# one' | put a value that contains , ; or } in double quotes or backticks",
    ],
    [
      '+metadata:labels=team',
      'OPG1102 17: +metadata: \'team\' is not key=value | for example: // +metadata:labels=team=cache,annotations="example.com/contact=cache@example.com"',
    ],
    [
      '+k8s:eachVal=5',
      'OPG1102 13: +k8s:eachVal: expected a known marker | for example: // +k8s:eachVal=+k8s:maxLength=63',
    ],
    [
      '+k8s:eachVal=+k8s:maxLenght=5',
      "OPG1101 13: unknown marker +k8s:maxLenght | did you mean '+k8s:maxLength'?",
    ],
    ['+k8s:eachVal=+k8s:immutable', 'OPG1105 13: +k8s:immutable cannot be used for the items of a list'],
    [
      '+items:MinLength=1',
      "OPG1109 0: unknown marker +items:MinLength | did you mean '+validation:items:MinLength'?",
    ],
    [
      '+items:items:MinLength=1',
      "OPG1109 0: unknown marker +items:items:MinLength | did you mean '+validation:items:items:MinLength'?",
    ],
    [
      '+kubebuilder:items:Enum=a;b',
      "OPG1101 0: unknown marker +kubebuilder:items:Enum | did you mean '+validation:items:Enum'?",
    ],
    [
      '+k8s:items:items:maxLenght=5',
      "OPG1101 0: unknown marker +k8s:items:items:maxLenght | did you mean '+validation:items:items:MaxLength'?",
    ],
    [
      '+validation:items:items:listType=set',
      "OPG1101 0: unknown marker +validation:items:items:listType | did you mean '+k8s:eachVal=+k8s:eachVal=+listType'?",
    ],
    ['+MinLength=1', "OPG1109 0: unknown marker +MinLength | did you mean '+validation:MinLength'?"],
    [
      '+XValidation:rule="self > 1"',
      "OPG1109 0: unknown marker +XValidation:rule | did you mean '+validation:XValidation'?",
    ],
    ['+Minimum of two', 'no problem'],
    ['+items: the items of a list', 'no problem'],
    ['+items:whatever', 'no problem'],
    [
      '+kubebuilder:skip',
      'OPG1110 0: +skip excludes a Go package; opgen reads only the types that a kind uses | remove it; to exclude a version, write +skipversion above its kind',
    ],
    [
      '+k8s:ifEnabled(Beta)=+k8s:optional',
      'OPG1110 0: custom resources do not support +k8s:ifEnabled: custom resources have no feature gates | remove the marker',
    ],
    [
      '+k8s:item(type: "Ready")=+k8s:optional',
      'OPG1110 0: custom resources do not support +k8s:item: a schema applies to all items of a list | write +validation:XValidation:rule="self.all(item, item.type != \'Ready\' || …)"',
    ],
  ])('%s', (text, message) => {
    expect(problem(text)).toBe(message);
  });
});

test.each([
  '+genclient',
  '+kubebuilder:object:root=true',
  '+groupName=cache.example.com',
  '+k8s:validation-gen=*',
  '+protobuf=true',
  '+somebody:elses=marker',
  '+1 for this',
  '+k9s:pod=1',
])('ignores %s, which is no opgen marker or has no effect', (text) => {
  expect(readMarker({ text, place })).toBeUndefined();
});

test('rejects a marker for a whole Go package and says why', () => {
  const message = misplaced(read('+kubebuilder:validation:Optional'), 'file', 'nothing');
  expect(message).toMatchObject({
    code: 'OPG1105',
    message: 'a question mark after its name makes a field optional; no marker does it for a whole file',
  });
});

test.each([
  ['rule="self.size > 1"', 5, 'size'],
  ['rule=`self.size > 1`', 5, 'size'],
  ['rule=self.size > 1', 5, 'size'],
  ['message="no",rule="self.name == \\"a\\" && self.size > 1"', 25, 'size'],
  ['rule="\'\\u00e9\' == self.name"', 12, 'name'],
])('maps a character of the value of %s to its place in the source', (argument, offset, word) => {
  const text = `+validation:XValidation:${argument}`;
  const { column } = placeInArgument(read(text), 'rule', offset);
  expect(text.slice(column - place.column)).toMatch(new RegExp(`^${word}`));
});
