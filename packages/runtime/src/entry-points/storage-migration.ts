// Storage migration: rewriting stored objects in the current storage version, before an old version is removed.
export {
  migrateStorage,
  type MigrateStorageOptions,
  type StorageMigration,
} from '../storage-migration/migrate-storage.ts';
