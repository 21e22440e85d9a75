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
  /** A marker above the interface was invalid and reported, so a marker that seems to be missing may not be. */
  markersAreIncomplete: boolean;
  /** All fields except apiVersion, kind and metadata: spec, status, and any others that the interface declares. */
  fields: readonly FieldModel[];
}

/** A reference to a kind, of this project or another. */
export interface KindReference {
  /** Empty for the core group. */
  group: string;
  version: string;
  kind: string;
  plural: string;
  scope: 'Namespaced' | 'Cluster';
  /** Whether the project declares the kind. */
  isOwn: boolean;
}

/** A class that handles admission requests for a kind. */
export interface AdmissionClass {
  name: string;
  place: Place;
  /** The interfaces that it implements, in source order; a diagnostic if the kind is unknown. */
  handles: readonly { as: 'Defaulter' | 'Validator'; kind: KindReference | Diagnostic }[];
  methods: readonly string[];
  /** False if the class has a base class, from which it may inherit methods. */
  showsAllMethods: boolean;
  /** The markers above the class. */
  markers: readonly Marker[];
}

/** A class that converts objects between the stored version of a kind and another one. */
export interface ConverterClass {
  name: string;
  place: Place;
  hub: KindReference;
  spoke: KindReference;
}

/** The kinds, markers and webhook classes in the sources of a project. */
export interface ApiModel {
  kinds: readonly KindModel[];
  /** Markers that describe no declaration, such as rbac, in the order of files and lines. */
  fileMarkers: readonly Marker[];
  admissionClasses: readonly AdmissionClass[];
  converterClasses: readonly ConverterClass[];
}
