/**
 * Node's HTTP, to be taken from here and not imported, as an `import` asks a module for each of its names. One name of
 * `node:http` then loads a second HTTP client and WebSockets, some ten megabytes that an operator never uses.
 */
export const http: typeof import('node:http') = process.getBuiltinModule('node:http');
export const https: typeof import('node:https') = process.getBuiltinModule('node:https');
