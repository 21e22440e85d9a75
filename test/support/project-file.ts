/** The PROJECT of an operator that has no kinds yet. */
export const projectFile = `cliVersion: 0.1.0
domain: example.com
layout:
  - opgen/v1
projectName: memcached-operator
version: "3"
`;
