import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { issueServerCertificate, newAuthority } from '../../src/certificates/authority.ts';
import { certificateFiles } from '../../src/certificates/certificate-files.ts';
import type { ServingCertificate } from '../../src/certificates/certificate-provider.ts';
import { systemClock } from '../../src/clock.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { provide, type Provided } from './context.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'opgen-certificates-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function newCertificate(): ServingCertificate {
  const validity = { now: new Date(), lifetime: 3_600_000 };
  const authority = newAuthority('test', validity);
  const server = issueServerCertificate(authority, { commonName: 'test', names: ['localhost'], ...validity });
  return { ...server, ca: authority.certificate };
}

function write(directory: string, { certificate, key, ca }: Partial<ServingCertificate>): void {
  if (certificate !== undefined) writeFileSync(join(directory, 'tls.crt'), certificate);
  if (key !== undefined) writeFileSync(join(directory, 'tls.key'), key);
  if (ca !== undefined) writeFileSync(join(directory, 'ca.crt'), ca);
}

/** Like the kubelet: a directory for each generation, and one symlink that is replaced atomically. */
function mount(directory: string, generation: string, certificate: ServingCertificate): void {
  mkdirSync(join(directory, generation));
  write(join(directory, generation), certificate);
  symlinkSync(generation, join(directory, '..data_tmp'));
  renameSync(join(directory, '..data_tmp'), join(directory, '..data'));
}

const latest = async ({ used }: Provided, expected: ServingCertificate): Promise<void> =>
  expect.poll(() => used.at(-1)).toEqual(expected);

/** Advances the clock before each look, so that the next poll of the files is due. */
const afterSteps =
  <T>(clock: FakeClock, look: () => T) =>
  async (): Promise<T> => {
    await clock.advance(10_000);
    return look();
  };

test('loads a mounted Secret and reloads it when it changes', async () => {
  const directory = folder();
  const [first, second] = [newCertificate(), newCertificate()];
  mount(directory, '..generation-1', first);
  for (const file of ['tls.crt', 'tls.key', 'ca.crt'])
    symlinkSync(join('..data', file), join(directory, file));
  const provided = provide(certificateFiles(directory), { clock: systemClock });
  await latest(provided, first);
  mount(directory, '..generation-2', second);
  rmSync(join(directory, '..generation-1'), { recursive: true });
  await latest(provided, second);
  expect(provided.used).toHaveLength(2);
});

test('does not load a new certificate until its key is written too', async () => {
  const directory = folder();
  const [first, second] = [newCertificate(), newCertificate()];
  write(directory, first);
  const clock = new FakeClock();
  const provided = provide(certificateFiles(directory), { clock });
  await latest(provided, first);
  write(directory, { certificate: second.certificate });
  await expect
    .poll(afterSteps(clock, () => provided.log.text))
    .toEqual(['warn failed to load the certificate files; keeping the previous certificate']);
  expect(provided.used).toEqual([first]);
  write(directory, second);
  await expect.poll(afterSteps(clock, () => provided.used.at(-1))).toEqual(second);
  // The pair may have been loaded before the new ca.crt was written.
  expect(provided.used.length).toBeLessThanOrEqual(3);
});

test('keeps the certificate and logs once when the files are deleted', async () => {
  const directory = folder();
  const first = newCertificate();
  write(directory, first);
  const clock = new FakeClock();
  const provided = provide(certificateFiles(directory), { clock });
  await latest(provided, first);
  unlinkSync(join(directory, 'tls.key'));
  await expect.poll(afterSteps(clock, () => provided.log.text)).toHaveLength(1);
  for (let each = 0; each < 5; each += 1) await clock.advance(10_000);
  expect(provided.log.text).toHaveLength(1);
  expect(provided.used).toEqual([first]);
});

test('waits for a directory that does not exist yet', async () => {
  const directory = join(folder(), 'later');
  const clock = new FakeClock();
  const provided = provide(certificateFiles(directory), { clock });
  await expect
    .poll(() => provided.log.text)
    .toEqual(['warn failed to load the certificate files; keeping the previous certificate']);
  const first = newCertificate();
  mkdirSync(directory);
  write(directory, { certificate: first.certificate, key: first.key });
  await expect.poll(afterSteps(clock, () => provided.used)).toEqual([{ ...first, ca: undefined }]);
});

test('polls for changes that the file watcher does not report', async () => {
  const directory = folder();
  const [first, second] = [newCertificate(), newCertificate()];
  const data = folder();
  mkdirSync(join(data, 'a'));
  mkdirSync(join(data, 'b'));
  write(join(data, 'a'), first);
  write(join(data, 'b'), second);
  symlinkSync(join(data, 'a'), join(data, 'link'));
  // Replacing a symlink in another directory causes no event in the watched one.
  for (const file of ['tls.crt', 'tls.key', 'ca.crt'])
    symlinkSync(join(data, 'link', file), join(directory, file));
  const clock = new FakeClock();
  const provided = provide(certificateFiles(directory), { clock });
  await latest(provided, first);
  unlinkSync(join(data, 'link'));
  symlinkSync(join(data, 'b'), join(data, 'link'));
  await expect.poll(afterSteps(clock, () => provided.used.at(-1))).toEqual(second);
});

test('stop leaves no timer and no file watcher', async () => {
  const directory = folder();
  write(directory, newCertificate());
  const clock = new FakeClock();
  const provided = provide(certificateFiles(directory), { clock });
  await expect.poll(() => provided.used).toHaveLength(1);
  await provided.stop();
  expect(clock.pending).toBe(0);
  await expect.poll(() => process.getActiveResourcesInfo()).not.toContain('FSEventWrap');
});
