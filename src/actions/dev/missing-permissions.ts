import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingMarkers, placeForMarkers, withLines } from '../../dev/missing-markers.ts';
import type { OperatorPermissions } from '../../dev/permissions/operator-permissions.ts';
import { applyPlan } from '../../scaffold/files/apply-plan.ts';
import type { DevReports } from './dev-reports.ts';

export interface MissingPermissionsOptions {
  /** Add the markers to the sources. */
  fix: boolean;
  reports: DevReports;
  /** Shows them in the page. */
  permissions: OperatorPermissions | undefined;
}

/** Reports the RBAC markers that the operator lacks, each once, or adds them to the sources. */
export class MissingPermissions {
  readonly #root: string;
  readonly #fix: boolean;
  readonly #reports: DevReports;
  readonly #permissions: OperatorPermissions | undefined;
  readonly #reported = new Set<string>();

  constructor(root: string, { fix, permissions, reports }: MissingPermissionsOptions) {
    this.#root = root;
    this.#fix = fix;
    this.#reports = reports;
    this.#permissions = permissions;
  }

  /** What is still missing in the next build is reported again. */
  forget(): void {
    this.#reported.clear();
  }

  /** `controller` is the one whose request was forbidden, if known. */
  report(markers: readonly string[], controller: string | undefined): void {
    const added = markers.filter((marker) => !this.#reported.has(marker));
    if (added.length === 0) return;
    for (const marker of added) this.#reported.add(marker);
    const root = this.#root;
    const place = placeForMarkers(root, controller);
    this.#permissions?.missing(added, place);
    void this.#reports.during(async () => {
      if (this.#fix && place !== undefined) {
        const before = readFileSync(join(root, place.file), 'utf8');
        const content = withLines(before, place.line, added);
        applyPlan(root, [{ path: place.file, action: 'update', content, before }]);
        const text = added.map((marker) => `${place.file}:${place.line}: added ${marker}`).join('\n');
        return { data: null, text, changed: [{ path: place.file, action: 'update' }] };
      }
      return { data: null, text: '', diagnostics: missingMarkers(added, place) };
    });
  }
}
