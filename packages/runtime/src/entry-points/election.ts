// Primary election: elect the primary among the Pods of an application.
export {
  fencingTokenAnnotation,
  PrimaryElection,
  type PrimaryElectionOptions,
  type PrimaryElectionRequest,
  type PrimaryElectionResult,
} from '../election/primary-election.ts';
