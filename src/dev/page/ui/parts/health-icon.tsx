import type { Health } from '@opgen/runtime/health';
import type { JSX } from 'preact';

const labels: Readonly<Record<Health['state'], string>> = {
  healthy: 'healthy',
  progressing: 'progressing',
  failed: 'failed',
};

/** A shape for each state, because not everybody can tell the colors apart. */
export function HealthIcon({ health }: { health: Health }): JSX.Element {
  const { state } = health;
  const text = state === 'healthy' ? labels[state] : `${labels[state]}: ${health.reason}`;
  return (
    <svg class={`icon ${state}`} viewBox="0 0 12 12" role="img" aria-label={text}>
      <title>{text}</title>
      {state === 'healthy' && <circle cx="6" cy="6" r="4" />}
      {state === 'progressing' && (
        <>
          <circle cx="6" cy="6" r="3.5" class="ring" />
          <path d="M6 2.5a3.5 3.5 0 0 1 0 7z" />
        </>
      )}
      {state === 'failed' && <path d="M3 1.6 6 4.6l3-3L10.4 3l-3 3 3 3L9 10.4l-3-3-3 3L1.6 9l3-3-3-3z" />}
    </svg>
  );
}
