/** The path and the query of a request's target, which stays encoded: a name may hold an encoded slash. */
export function readTarget(target: string): { path: string; query: URLSearchParams } {
  const mark = target.indexOf('?');
  return mark < 0
    ? { path: target, query: new URLSearchParams() }
    : { path: target.slice(0, mark), query: new URLSearchParams(target.slice(mark + 1)) };
}
