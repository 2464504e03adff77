// Streaming gunzip that yields everything before the damage of a damaged stream.
import { createGunzip } from 'node:zlib';

const inputSliceBytes = 16_384;

/** Yields the unpacked bytes. A damaged or truncated stream ends early and calls `onDamage`. */
export async function* gunzip(
  source: AsyncIterable<Uint8Array>,
  onDamage: (reason: string) => void,
): AsyncGenerator<Uint8Array> {
  const stream = createGunzip({ chunkSize: 262_144 });
  const unpacked: Uint8Array[] = [];
  const state: { damage: Error | null } = { damage: null };
  const ended = new Promise<void>((resolve) => {
    stream.on('end', resolve);
    stream.on('close', resolve);
  });
  // Collected by events: an iterator over the stream drops buffered data when the stream fails.
  stream.on('data', (bytes: Uint8Array) => unpacked.push(bytes));
  stream.on('error', (error) => {
    state.damage = error;
  });
  // A stream that fails during a write never calls its callback.
  const write = (bytes: Uint8Array) =>
    Promise.race([ended, new Promise<void>((resolve) => stream.write(bytes, () => resolve()))]);
  try {
    for await (const bytes of source) {
      for (let at = 0; at < bytes.length && state.damage === null; at += inputSliceBytes) {
        await write(bytes.subarray(at, at + inputSliceBytes));
        yield* unpacked.splice(0);
      }
      if (state.damage !== null) break;
    }
    if (state.damage === null) stream.end();
    await ended;
    yield* unpacked.splice(0);
  } finally {
    stream.destroy();
  }
  if (state.damage !== null) onDamage(state.damage.message);
}
