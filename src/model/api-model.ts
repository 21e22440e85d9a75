import type { Place } from '../diagnostics.ts';
import type { Marker } from '../markers/marker.ts';
import type { FieldModel } from './type-model.ts';

/** One version of one kind of the project's API. */
export interface KindModel {
  group: string;
  version: string;
  kind: string;
  plural: string;
  scope: 'Namespaced' | 'Cluster';
  /** Relative to the project. */
  file: string;
  place: Place;
  doc: string;
  markers: readonly Marker[];
  /** All but apiVersion, kind and metadata: spec, status, and whatever else the interface declares. */
  fields: readonly FieldModel[];
}

/** What the sources of a project say. */
export interface ApiModel {
  kinds: readonly KindModel[];
  /** Markers that stand for themselves, such as rbac, in the order of files and lines. */
  fileMarkers: readonly Marker[];
}
