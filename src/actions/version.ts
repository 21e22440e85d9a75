import { ownManifest } from '../scaffold/package-root.ts';
import type { ActionResult } from './action-result.ts';

export function version(): ActionResult {
  const own = ownManifest().version;
  const platform = `${process.platform}-${process.arch}`;
  return {
    data: { opgen: own, node: process.version, platform },
    text: `opgen ${own}\nNode ${process.version} (${platform})`,
  };
}
