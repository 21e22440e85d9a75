export { foreground, orphan, standardFinalizers } from './metadata/finalizers.ts';
export { validateMetadataMaps } from './metadata/validate-metadata.ts';
export { validateName } from './metadata/validate-name.ts';
