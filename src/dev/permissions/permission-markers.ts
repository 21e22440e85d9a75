import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { PolicyRule } from '@opgen/testing';
import { rbac } from '../../markers/definitions/rbac.ts';
import { isMarker } from '../../markers/marker.ts';
import { isDiagnostic, readMarker } from '../../markers/read-marker.ts';
import { sourcesIn } from '../missing-markers.ts';

/** An RBAC marker in the sources. */
export interface PermissionMarker {
  /** The line, without its indentation. */
  readonly text: string;
  /** `src/controllers/shop/shop.controller.ts:14`. */
  readonly place: string;
  readonly rule: PolicyRule;
  /** The role to which it adds the rule, without the prefix of the project. */
  readonly role: string;
}

/** The RBAC markers in src/. Invalid ones are left out: `opgen manifests` reports them. */
export function permissionMarkers(root: string): PermissionMarker[] {
  return sourcesIn(join(root, 'src')).flatMap((path) => {
    const file = relative(root, path).split(sep).join('/');
    return readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((written, index): PermissionMarker[] => {
        const text = written.trim();
        const [, content] = /^(?:\/\/|\/?\*+) ?(\+(?:kubebuilder:)?rbac:.*)$/.exec(text) ?? [];
        if (content === undefined) return [];
        const line = index + 1;
        const marker = readMarker({ text: content, place: { file, line, column: 1 } });
        if (marker === undefined || isDiagnostic(marker) || !isMarker(marker, rbac)) return [];
        const { groups, resourceNames, resources, roleName = 'manager-role', urls, verbs } = marker.value;
        const rule: PolicyRule = {
          verbs,
          ...(groups && { apiGroups: groups.map((group) => (group === 'core' ? '' : group)) }),
          ...(resources && { resources }),
          ...(resourceNames && { resourceNames }),
          ...(urls && { nonResourceURLs: urls }),
        };
        return [{ text, place: `${file}:${line}`, rule, role: roleName }];
      });
  });
}
