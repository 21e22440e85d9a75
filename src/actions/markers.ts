import { didYouMean, UserError } from '../diagnostics.ts';
import {
  describedMarkers,
  describeMarker,
  type MarkerDescription,
  placements,
} from '../markers/describe-marker.ts';
import { findMarker, markerNames } from '../markers/registry.ts';
import type { ActionResult } from './action-result.ts';
import { unknownMarkerName } from './diagnostics.ts';
import { wrap } from './steps/wrap.ts';

/** All markers, one per line. */
export function listMarkers(): ActionResult {
  const groups = describedMarkers();
  const width = Math.max(...groups.flatMap(({ markers }) => markers.map(({ name }) => name.length)));
  const text = groups.map(
    ({ markers, title }) =>
      `${title}\n${markers.map(({ name, summary }) => `  +${name.padEnd(width)}  ${firstSentence(summary)}`).join('\n')}`,
  );
  return { data: groups, text: text.join('\n\n') };
}

/** One marker in full, by any of its names, with or without a prefix. */
export function explainMarker(written: string, width: number): ActionResult {
  const name = written.replace(/^(\/\/\s*)?\+?(kubebuilder:)?/, '').replace(/=.*$/, '');
  const candidates = [name, name.replace('items:', ''), name.replace(/:[^:]*$/, ''), `validation:${name}`];
  const known = candidates.map(findMarker).find((marker) => marker !== undefined);
  if (known !== undefined) {
    const described = describeMarker(known);
    return { data: described, text: render(described, Math.min(width, 100)) };
  }
  const last = name.slice(name.lastIndexOf(':') + 1);
  const hint =
    didYouMean(name, markerNames()) ??
    didYouMean(`validation:${last}`, markerNames()) ??
    'run opgen markers to list all markers';
  throw new UserError(unknownMarkerName({ message: `unknown marker +${name}`, hint }));
}

function render(marker: MarkerDescription, width: number): string {
  const { aliases, argument, example, forItems, limits, name, on, parameters, refused, repeatable } = marker;
  const facts = [
    `Stands above ${on.map((placement) => placements[placement]).join(', or ')}.`,
    argument === undefined
      ? 'Takes no argument.'
      : parameters.length === 0
        ? `Argument: ${argument}.`
        : undefined,
    limits === undefined ? undefined : `For ${limits}.`,
    repeatable ? 'May be repeated.' : undefined,
    forItems === undefined ? undefined : `For the items of a list, or the values of a map: +${forItems}.`,
    aliases.length === 0 ? undefined : `Also: ${aliases.map((alias) => `+${alias}`).join(', ')}.`,
    refused === undefined ? undefined : `Instead: ${refused.hint}.`,
  ].filter((fact) => fact !== undefined);
  const longest = Math.max(0, ...parameters.map((parameter) => parameter.name.length));
  const table = parameters.map(
    (parameter) =>
      `  ${parameter.name.padEnd(longest)}  ${parameter.value}${parameter.needed ? ', needed' : ''}`,
  );
  return [
    `+${name}`,
    wrap(marker.summary, width),
    wrap(facts.join(' '), width),
    ...(table.length === 0 ? [] : [`Arguments:\n${table.join('\n')}`]),
    `Example:\n\n  ${example}`,
  ].join('\n\n');
}

function firstSentence(summary: string): string {
  return summary.replace(/\.\s.*$/s, '.');
}
