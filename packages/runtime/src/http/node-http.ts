/**
 * Use these instead of importing `node:http`: an `import` reads every export of a module, and one of them loads a
 * second HTTP client and WebSockets, about 10 MB that an operator never uses.
 */
export const http: typeof import('node:http') = process.getBuiltinModule('node:http');
export const https: typeof import('node:https') = process.getBuiltinModule('node:https');
