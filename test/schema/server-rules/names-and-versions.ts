import { project, type RuleCase, source } from './rule-case.ts';

const longWarning = 'x'.repeat(257);
const another = 'src/api/cache/v2/memcached.ts';

/** Rules 1 to 13: names, versions, and the rest of the definition around the schemas. */
export const namesAndVersions: readonly RuleCase[] = [
  {
    rule: '1 the name consists of the plural and the group',
    files: project({ markers: '// +resource:path=caches' }),
    reported: 'OPG2111 7:4 +resource and defineKind set different plurals or scopes',
    refused: 'must be spec.names.plural+"."+spec.group',
    byHand: ({ metadata }) => void (metadata.name = 'memcacheds.rules.example.com'),
  },
  {
    rule: '2 the group is a domain with a dot',
    files: project({ group: 'rules' }),
    reported: "OPG2107 8:18 the group 'rules' has no dot",
    refused: 'should be a domain with at least one dot',
  },
  {
    rule: '2 the group is a DNS subdomain',
    files: project({ group: 'Rules.example.com' }),
    reported: "OPG2107 8:18 invalid group 'Rules.example.com'",
    refused: 'a lowercase RFC 1123 subdomain must consist of',
  },
  {
    rule: '3 Kubernetes groups require approval',
    files: project({ group: 'rules.k8s.io' }),
    reported: "OPG2107 8:18 the group 'rules.k8s.io' is reserved for Kubernetes",
    refused: 'protected groups must have approval annotation',
  },
  {
    rule: '4 the scope is Namespaced or Cluster',
    files: project({ scope: 'Everywhere' }),
    madeOf: project({}),
    reported: "OPG1208 17:10 invalid scope 'Everywhere'",
    refused: 'supported values: "Cluster", "Namespaced"',
    byHand: ({ spec }) => void (spec.scope = 'Everywhere' as 'Cluster'),
  },
  {
    rule: '5 a version is a DNS label',
    files: project({ version: 'v1.2' }),
    reported: "OPG2111 8:18 invalid version 'v1.2'",
    refused: 'a DNS-1035 label must consist of',
  },
  {
    rule: '5 version names are unique',
    files: { ...project({}), [another]: source({}) },
    reported: 'OPG2106 8:18 Memcached is declared twice in v1',
    refused: 'must contain unique version names',
  },
  {
    rule: '5 one version is the storage version',
    files: { ...project({}), [another]: source({ version: 'v2' }) },
    reported: 'OPG2106 8:18 Memcached has 2 versions, but no storage version',
    refused: 'must have exactly one version marked as storage version',
  },
  {
    rule: '5 at most one version is the storage version',
    files: {
      ...project({ markers: '// +storageversion' }),
      [another]: source({ version: 'v2', markers: '// +storageversion' }),
    },
    reported: 'OPG2106 7:4 Memcached has more than one +storageversion',
    refused: 'must have exactly one version marked as storage version',
  },
  {
    rule: '6 the plural is a DNS label',
    files: project({ plural: 'memcached_s' }),
    reported: "OPG2111 8:18 invalid plural 'memcached_s'",
    refused: 'a DNS-1035 label must consist of',
  },
  {
    rule: '6 the singular is a DNS label',
    files: project({ markers: '// +resource:singular=Memcached' }),
    reported: "OPG2111 7:4 invalid singular 'Memcached'",
    refused: 'a DNS-1035 label must consist of',
  },
  {
    rule: '6 short names are DNS labels',
    files: project({ markers: '// +resource:shortName=mc;m_c' }),
    reported: "OPG2111 7:4 invalid short name 'm_c'",
    refused: 'a DNS-1035 label must consist of',
  },
  {
    rule: '6 categories are DNS labels',
    files: project({ markers: '// +resource:categories=1st' }),
    reported: "OPG2111 7:4 invalid category '1st'",
    refused: 'a DNS-1035 label must consist of',
  },
  {
    rule: '6 the kind in lower case is a DNS label',
    files: project({ kind: 'Mem_cached' }),
    reported: "OPG2111 8:18 invalid kind 'Mem_cached'",
    refused: 'may have mixed case, but should otherwise match: a DNS-1035 label',
  },
  {
    rule: '7 a warning is not empty',
    files: project({ markers: '// +deprecatedversion:warning=""' }),
    reported: 'OPG2116 7:31 the warning is empty',
    refused: 'must not be an empty string',
  },
  {
    rule: '7 a warning has at most 256 characters',
    files: project({ markers: `// +deprecatedversion:warning=${longWarning}` }),
    reported: 'OPG2116 7:31 the warning has 257 characters, but the API server accepts at most 256',
    refused: 'must be <= 256 characters long',
  },
  {
    rule: '7 a warning is printable',
    files: project({ markers: '// +deprecatedversion:warning="use\\nv2"' }),
    reported: 'OPG2116 7:31 the warning contains non-printable characters',
    refused: 'must only contain printable UTF-8 characters',
  },
  {
    rule: '7 only a deprecated version has a warning',
    files: project({ markers: '// +deprecatedversion:warning' }),
    reported: "OPG1102 7:29 +deprecatedversion: expected '=' after 'warning', found nothing",
    refused: 'can only be set for deprecated versions',
    byHand: ({ spec }) => void Object.assign(spec.versions[0] ?? {}, { deprecationWarning: 'use v2' }),
  },
  {
    rule: '8 a column has a name',
    files: project({ markers: '// +printcolumn:name="",type=integer,jsonPath=.spec.size' }),
    reported: 'OPG2108 7:4 the column has no name',
    refused: 'additionalPrinterColumns[0].name: Required value',
  },
  {
    rule: '8 a column has a type that kubectl knows',
    files: project({ markers: '// +printcolumn:name=Size,type=int,jsonPath=.spec.size' }),
    reported: "OPG1102 7:32 +printcolumn: 'int' is not one of integer, number, string, boolean, date",
    refused: 'must be one of boolean,date,integer,number,string',
    byHand: addColumn({ name: 'Size', type: 'int', jsonPath: '.spec.size' }),
  },
  {
    rule: '8 a column has a format that kubectl knows',
    files: project({ markers: '// +printcolumn:name=Size,type=integer,format=int16,jsonPath=.spec.size' }),
    reported:
      "OPG1102 7:47 +printcolumn: 'int16' is not one of int32, int64, float, double, byte, date, date-time, password",
    refused: 'must be one of byte,date,date-time,double,float,int32,int64,password',
    byHand: addColumn({ name: 'Size', type: 'integer', format: 'int16', jsonPath: '.spec.size' }),
  },
  {
    rule: '8 the path of a column begins with a dot',
    files: project({ markers: '// +printcolumn:name=Size,type=integer,jsonPath=spec.size' }),
    reported: "OPG2108 7:49 the jsonPath 'spec.size' of the column Size must begin with a dot",
    refused: 'must be a simple json path starting with .',
  },
  ...[
    [
      'specpath=.size,statuspath=.status.size',
      'should be a json path under .spec',
      "OPG2109 7:32 the path '.size' is not the path of a field under .spec.",
    ],
    [
      'specpath=.spec.size,statuspath=.spec.size',
      'should be a json path under .status',
      "OPG2109 7:54 the path '.spec.size' is not the path of a field under .status.",
    ],
    [
      'specpath=.spec.size,statuspath=.status.size,selectorpath=.metadata.labels',
      'should be a json path under either .spec or .status',
      "OPG2109 7:80 the path '.metadata.labels' is not the path of a field under .spec. or .status.",
    ],
  ].map(([argument, refused = '', reported = '']) => ({
    rule: `9 the scale subresource reads replicas from a valid path, not ${argument}`,
    files: project({ markers: `// +subresource:scale:${argument}` }),
    reported,
    refused,
  })),
  {
    rule: '10 there are at most 8 selectable fields',
    files: project({
      spec: Array.from({ length: 9 }, (_, index) => `  field${index}: Int32;`).join('\n'),
      markers: Array.from(
        { length: 9 },
        (_, index) => `// +selectablefield:jsonPath=.spec.field${index}`,
      ).join('\n'),
    }),
    reported: 'OPG2110 23:4 a version can have at most 8 selectable fields',
    refused: 'must have at most 8 items',
  },
  ...[
    ['.spec.sise', 'does not refer to a valid field', "OPG2110 8:30 there is no field 'sise'"],
    [
      '.metadata.labels',
      'does not refer to a valid field',
      'OPG2110 8:30 a field of metadata cannot be a selectable field',
    ],
    [
      '.spec',
      'must point to a field of type string, boolean or integer',
      "OPG2110 8:30 '.spec' is not a string, integer or boolean",
    ],
    [
      '.spec.sizes[0]',
      'array notation is not allowed',
      "OPG2110 8:30 '.spec.sizes[0]' is not a simple path of field names",
    ],
    [
      'spec.size',
      'expected [ or . but got: spec',
      "OPG2110 8:30 'spec.size' is not a simple path of field names",
    ],
  ].map(([jsonPath, refused = '', reported = '']) => ({
    rule: `10 a selectable field is a scalar field, not ${jsonPath}`,
    files: project({
      spec: '  size: Int32;\n  sizes: Int32[];',
      markers: `// +selectablefield:jsonPath=${jsonPath}`,
    }),
    reported,
    refused,
  })),
  {
    rule: '10 a field is selectable once',
    files: project({
      markers: '// +selectablefield:jsonPath=.spec.size\n// +selectablefield:jsonPath=.spec.size',
    }),
    reported: "OPG2110 8:30 duplicate selectable field '.spec.size'",
    refused: 'Duplicate value',
  },
  {
    rule: '11 a conversion webhook accepts a review version that the server sends',
    files: { ...project({ markers: '// +storageversion' }), [another]: source({ version: 'v2' }) },
    reported: '',
    refused: 'must include at least one of v1, v1beta1',
    byHand: ({ spec }) => {
      spec.conversion = {
        strategy: 'Webhook',
        webhook: {
          clientConfig: { service: { name: 'webhook-service', namespace: 'system', path: '/convert' } },
          conversionReviewVersions: ['v2'],
        },
      };
    },
  },
  {
    rule: '12 unknown fields are not preserved for all versions',
    files: project({ markers: '// +preserveUnknownField' }),
    reported: 'OPG1109 7:4 +preserveUnknownField is not a marker',
    refused:
      'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
    byHand: ({ spec }) => void Object.assign(spec, { preserveUnknownFields: true }),
  },
  {
    rule: '13 a version has a schema',
    files: project({ spec: '  size: Int23;' }),
    reported: 'OPG1202 4:9 unknown type Int23',
    refused: 'schema.openAPIV3Schema: Required value',
    byHand: ({ spec }) => delete spec.versions[0]?.schema,
  },
];

function addColumn(column: object): NonNullable<RuleCase['byHand']> {
  return ({ spec }) => void Object.assign(spec.versions[0] ?? {}, { additionalPrinterColumns: [column] });
}
