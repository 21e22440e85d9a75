import type { Diagnostic, Place } from '../diagnostics.ts';
import type { Marker } from '../markers/marker.ts';
import type { FieldModel, NamedDefault } from './type-model.ts';

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
  /** False if no code that runs mentions the kind. */
  isUsed: boolean;
  /** A marker above the interface was invalid and reported, so a marker that seems to be missing may not be. */
  markersAreIncomplete: boolean;
  /** All fields except apiVersion, kind and metadata: spec, status, and any others that the interface declares. */
  fields: readonly FieldModel[];
  /** The fields that `Defaults` names. */
  defaults: readonly NamedDefault[];
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

/** A class that handles admission requests: of one kind, or those that its markers select. */
export interface AdmissionClass {
  name: string;
  place: Place;
  /** The interfaces that it implements, in source order. */
  handles: readonly AdmissionInterface[];
  methods: readonly string[];
  /** False if the class has a base class, from which it may inherit methods. */
  showsAllMethods: boolean;
  /** The markers above the class. */
  markers: readonly Marker[];
  /** False if no code that runs mentions the class, so that nothing registers it. */
  isUsed: boolean;
}

/** An interface of an admission class, with its kind; a diagnostic if the kind is unknown. */
export type AdmissionInterface =
  | { as: 'Defaulter' | 'Validator'; kind: KindReference | Diagnostic }
  | { as: 'MutatingHandler' | 'ValidatingHandler'; kind?: undefined };

/** A class that converts objects between the stored version of a kind and another one. */
export interface ConverterClass {
  name: string;
  place: Place;
  hub: KindReference;
  spoke: KindReference;
  /** False if no code that runs mentions the class, so that nothing registers it. */
  isUsed: boolean;
}

/** A class that no code that runs mentions, with the markers above it. */
export interface UnusedClass {
  name: string;
  place: Place;
  markers: readonly Marker[];
}

/** A webhook or converter that running code registers at the manager. */
export interface Registration {
  as: AdmissionInterface['as'] | 'Converter';
  /** The kind; the storage version of a conversion. Absent for the handlers of requests. */
  kind?: KindReference | undefined;
  /** The other version of a conversion. */
  spoke?: KindReference | undefined;
  /** Absent for the default path. */
  path?: string | undefined;
  place: Place;
}

/** The kinds, markers and webhook classes in the sources of a project. */
export interface ApiModel {
  kinds: readonly KindModel[];
  /** Markers that describe no declaration, such as rbac, in the order of files and lines. */
  fileMarkers: readonly Marker[];
  admissionClasses: readonly AdmissionClass[];
  converterClasses: readonly ConverterClass[];
  unusedClasses: readonly UnusedClass[];
  registrations: readonly Registration[];
}
