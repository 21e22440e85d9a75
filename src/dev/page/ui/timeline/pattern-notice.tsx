import type { JSX } from 'preact';
import { durationText } from '../../../duration-text.ts';
import type { RunPattern } from '../../model/run-patterns.ts';
import { clockText } from '../../model/time-text.ts';
import { FieldChanges } from '../parts/field-changes.tsx';

/** What is wrong with the reconciles of an object, and the diff that repeats. */
export function PatternNotice({ pattern }: { pattern: RunPattern }): JSX.Element {
  if (pattern.type === 'failing')
    return (
      <div class="error" role="note">
        <strong>{pattern.runs} failures in a row.</strong> {pattern.message}
      </div>
    );
  const { duration, repeats, runs } = pattern;
  return (
    <div class="error" role="note">
      <strong>
        Hot loop: {runs} reconciles in {durationText(duration)}, each right after the other.
      </strong>
      {repeats.map(({ by, change, object, path, times }) => (
        <div key={`${by} ${object} ${path}`} class="repeat">
          <span>
            {by === 'write' ? 'Writes' : 'Triggered by'} {object} {times} times:
          </span>
          <FieldChanges changes={[change]} />
        </div>
      ))}
    </div>
  );
}

/** A reconcile that does not end. */
export function StuckNotice({ since }: { since: string }): JSX.Element {
  return (
    <div class="error" role="note">
      <strong>A reconcile appears stuck: it started at {clockText(since)}.</strong> Other requests for this
      object wait. Set the option timeout of the controller, and pass the signal to everything that waits.
    </div>
  );
}
