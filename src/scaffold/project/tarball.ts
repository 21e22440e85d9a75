import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const block = 512;

/** Packs files like `npm pack`, but reproducibly: below `package/`, sorted, without timestamps. */
export function packFolder(folder: string, entries: readonly string[]): Uint8Array {
  const paths = entries.flatMap((entry) => filesBelow(folder, entry)).toSorted();
  const parts = paths.flatMap((path) => {
    const content = readFileSync(join(folder, path));
    const executable = path.startsWith('bin/');
    return [header(`package/${path}`, content.length, executable), content, padding(content.length)];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]), { level: 1 });
}

function filesBelow(folder: string, entry: string): string[] {
  const found = statSync(join(folder, entry), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [entry];
  return readdirSync(join(folder, entry)).flatMap((name) => filesBelow(folder, `${entry}/${name}`));
}

/** A ustar header: fixed fields, numbers in octal, and a checksum over itself. */
function header(path: string, size: number, executable: boolean): Buffer {
  const bytes = Buffer.alloc(block);
  const [prefix, name] = splitPath(path);
  bytes.write(name, 0, 100);
  bytes.write(executable ? '0000755\0' : '0000644\0', 100);
  bytes.write('0000000\0'.repeat(2), 108);
  bytes.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  bytes.write(`${'0'.repeat(11)}\0`, 136);
  bytes.write(' '.repeat(8), 148);
  bytes.write('0', 156);
  bytes.write('ustar\u000000', 257);
  bytes.write(prefix, 345, 155);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}

/** ustar limits the file name to 100 characters and the folder to 155. */
function splitPath(path: string): [prefix: string, name: string] {
  if (path.length <= 100) return ['', path];
  const slash = path.indexOf('/', path.length - 101);
  if (slash === -1 || slash > 155) throw new Error(`the path is too long for a tarball: ${path}`);
  return [path.slice(0, slash), path.slice(slash + 1)];
}

function padding(size: number): Buffer {
  return Buffer.alloc((block - (size % block)) % block);
}
