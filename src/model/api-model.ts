import type { Diagnostic, Place } from '../diagnostics.ts';
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
  /** One above the interface was unreadable and reported, so nothing can be said of what is missing. */
  markersAreIncomplete: boolean;
  /** All but apiVersion, kind and metadata: spec, status, and whatever else the interface declares. */
  fields: readonly FieldModel[];
}

/** A kind as those see it who only refer to it. */
export interface KindReference {
  /** As the API server knows it; empty for the core group. */
  group: string;
  version: string;
  kind: string;
  plural: string;
  scope: 'Namespaced' | 'Cluster';
  /** Whether it is one of the project's own. */
  isOwn: boolean;
}

/** A class that answers admission requests about a kind. */
export interface AdmissionClass {
  name: string;
  place: Place;
  /** What it implements, in the order written; why the kind is not known, where it is not. */
  handles: readonly { as: 'Defaulter' | 'Validator'; kind: KindReference | Diagnostic }[];
  methods: readonly string[];
  /** Others may be inherited. */
  showsAllMethods: boolean;
  /** Those above the class. */
  markers: readonly Marker[];
}

/** A class that converts objects between the stored version of a kind and another one. */
export interface ConverterClass {
  name: string;
  place: Place;
  hub: KindReference;
  spoke: KindReference;
}

/** What the sources of a project say. */
export interface ApiModel {
  kinds: readonly KindModel[];
  /** Markers that stand for themselves, such as rbac, in the order of files and lines. */
  fileMarkers: readonly Marker[];
  admissionClasses: readonly AdmissionClass[];
  converterClasses: readonly ConverterClass[];
}
