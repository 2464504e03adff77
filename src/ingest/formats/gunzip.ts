// Unpacks gzip as a stream and keeps what was read before the damage. Nothing about what the bytes hold.
import { createGunzip } from 'node:zlib';

const inputSliceBytes = 16_384;

/** Yields the unpacked bytes; a damaged or cut stream ends early and is reported to `onDamage`. */
export async function* gunzip(
  source: AsyncIterable<Uint8Array>,
  onDamage: (reason: string) => void,
): AsyncGenerator<Uint8Array> {
  const stream = createGunzip({ chunkSize: 262_144 });
  const unpacked: Uint8Array[] = [];
  let damage: Error | null = null;
  const ended = new Promise<void>((resolve) => {
    stream.on('end', resolve);
    stream.on('close', resolve);
  });
  // Collected as events: an iterator over the stream would drop what is buffered when the stream fails.
  stream.on('data', (bytes: Uint8Array) => unpacked.push(bytes));
  stream.on('error', (error) => {
    damage = error;
  });
  // A stream that fails inside a write never calls back for it.
  const write = (bytes: Uint8Array) =>
    Promise.race([ended, new Promise<void>((resolve) => stream.write(bytes, () => resolve()))]);
  try {
    for await (const bytes of source) {
      for (let at = 0; at < bytes.length && damage === null; at += inputSliceBytes) {
        await write(bytes.subarray(at, at + inputSliceBytes));
        yield* unpacked.splice(0);
      }
      if (damage !== null) break;
    }
    if (damage === null) stream.end();
    await ended;
    yield* unpacked.splice(0);
  } finally {
    stream.destroy();
  }
  if (damage !== null) onDamage((damage as Error).message);
}
