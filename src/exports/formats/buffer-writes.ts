// Combines small writes into chunks of 1 MB.

/** The bytes may be overwritten as soon as it returns. */
export type WriteBytes = (bytes: Uint8Array) => void;

const chunkBytes = 1024 * 1024;

export type BufferedWrites = { add: (source: Buffer, start: number, end: number) => void; flush: () => void };

export function bufferWrites(write: WriteBytes): BufferedWrites {
  const chunk = Buffer.allocUnsafeSlow(chunkBytes);
  let used = 0;

  function flush(): void {
    if (used > 0) write(chunk.subarray(0, used));
    used = 0;
  }

  /** Runs of a chunk or more are written directly. */
  function add(source: Buffer, start: number, end: number): void {
    if (used + end - start > chunkBytes) flush();
    if (end - start >= chunkBytes) write(source.subarray(start, end));
    else used += source.copy(chunk, used, start, end);
  }

  return { add, flush };
}
