export { foreground, orphan, standardFinalizers } from './metadata/finalizers.ts';
export { validateMetadataMaps } from './metadata/validate-metadata.ts';
