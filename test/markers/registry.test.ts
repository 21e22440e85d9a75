import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allMarkers, findMarker } from '../../src/markers/registry.ts';
import { readMarker } from '../../src/markers/read-marker.ts';

const active = allMarkers.filter(
  ({ argument, inert, unsupported }) => !inert && !unsupported && argument.form !== 'tag',
);
const place = { file: 'src/api/cache/v1/memcached.ts', line: 1, column: 4 };

test.each(active)('reads the example of +$name as that marker, with and without prefix', (marker) => {
  const text = marker.example.replace('// ', '');
  for (const written of [text, text.replace('+', '+kubebuilder:')]) {
    expect(readMarker({ text: written, place })).toMatchObject({ definition: marker });
  }
});

test('no two markers share a name', () => {
  const names = allMarkers.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  expect(names).toEqual([...new Set(names)]);
  for (const marker of allMarkers) expect(findMarker(marker.name)).toBe(marker);
});

const cases = new URL('../schema/cases/', import.meta.url);
const sources = readdirSync(cases)
  .map((name) => readFileSync(new URL(`${name}/types.ts`, cases), 'utf8'))
  .join('\n');
const withEffect = allMarkers.filter(
  ({ inert, on, unsupported }) => !inert && !unsupported && !on.includes('file'),
);

test.each(withEffect)('a schema case covers +$name', ({ aliases = [], name }) => {
  const written = [name, ...aliases].some((known) =>
    new RegExp(`\\+(kubebuilder:)?${known}\\b`).test(sources),
  );
  expect(written).toBe(true);
});
