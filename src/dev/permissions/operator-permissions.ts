import type { Transport } from '@opgen/runtime/transport';
import type { Place } from '../../diagnostics.ts';
import { placeForMarkers } from '../missing-markers.ts';
import type { PermissionsView } from '../page/model/messages.ts';
import { ProjectManifests } from '../project-manifests.ts';
import { type BoundRole, boundRoles, type RoleManifest } from './bound-roles.ts';
import { type PermissionMarker, permissionMarkers } from './permission-markers.ts';
import { PermissionUsage } from './permission-usage.ts';
import { permissionsView } from './permissions-view.ts';

export interface OperatorPermissionsOptions {
  root: string;
  account: { readonly namespace: string; readonly name: string };
  /** The transport to the API server. */
  upstream: Transport;
  publish: (view: PermissionsView) => void;
}

/** Milliseconds between two states that are shown. */
const interval = 250;

/** What the operator may do, and what it does of that. */
export class OperatorPermissions {
  /** Send the requests of the operator through it. */
  readonly transport: Transport;
  readonly #options: OperatorPermissionsOptions;
  readonly #usage: PermissionUsage;
  readonly #places = new Map<string, string>();
  #roles: readonly BoundRole[] = [];
  #markers: readonly PermissionMarker[] = [];
  /** Where to add markers of which the controller is unknown. */
  #fallback: Place | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OperatorPermissionsOptions) {
    this.#options = options;
    this.#usage = new PermissionUsage(options.upstream, () => this.#publishSoon());
    this.transport = this.#usage;
  }

  /** Reads the roles and the markers of the project. Call it after the roles were applied. */
  read(): void {
    const { account, root } = this.#options;
    const namePrefix = account.name.replace(/controller-manager$/, '');
    const manifests = new ProjectManifests(root, { namePrefix, namespace: account.namespace });
    this.#roles = boundRoles(manifests.roles() as RoleManifest[], account);
    this.#markers = permissionMarkers(root);
    this.#fallback = placeForMarkers(root, undefined);
    this.#publishSoon();
  }

  /** The operator starts again. */
  restarted(): void {
    this.#places.clear();
    this.#usage.forgetRefusals();
  }

  /** These markers are missing there. */
  missing(markers: readonly string[], place: Place | undefined): void {
    if (place === undefined) return;
    for (const marker of markers) this.#places.set(marker, textOf(place));
    this.#publishSoon();
  }

  #publishSoon(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#publish(), interval).unref();
  }

  #publish(): void {
    this.#timer = undefined;
    const { account, publish } = this.#options;
    const fallback = this.#fallback && textOf(this.#fallback);
    publish(
      permissionsView({
        account: `${account.namespace}/${account.name}`,
        roles: this.#roles,
        markers: this.#markers,
        uses: this.#usage.uses,
        placeFor: (marker) => this.#places.get(marker) ?? fallback,
      }),
    );
  }
}

function textOf({ file, line }: Place): string {
  return `${file}:${line}`;
}
