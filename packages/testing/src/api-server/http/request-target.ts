/** The path and query of a request target. The path stays encoded, because a name may contain an encoded slash. */
export function readTarget(target: string): { path: string; query: URLSearchParams } {
  const mark = target.indexOf('?');
  return mark < 0
    ? { path: target, query: new URLSearchParams() }
    : { path: target.slice(0, mark), query: new URLSearchParams(target.slice(mark + 1)) };
}
