// Combines small writes into chunks of 1 MB.

/** The bytes may be overwritten as soon as it returns. */
export type WriteBytes = (bytes: Uint8Array) => void;

const chunkBytes = 1024 * 1024;

export type BufferedWrites = {
  /** Bytes of the chunk that are written to. */
  used: number;
  /** The chunk, with space for that many bytes more. */
  reserve: (bytes: number) => Buffer;
  add: (bytes: Buffer) => void;
  flush: () => void;
};

export function bufferWrites(write: WriteBytes): BufferedWrites {
  let chunk = Buffer.allocUnsafeSlow(chunkBytes);
  const writes: BufferedWrites = { used: 0, reserve, add, flush };

  function reserve(bytes: number): Buffer {
    if (writes.used + bytes > chunk.length) flush();
    if (bytes > chunk.length) chunk = Buffer.allocUnsafeSlow(bytes);
    return chunk;
  }

  /** In a loop, since most are separators, for which `set` takes longer. */
  function add(bytes: Buffer): void {
    const target = reserve(bytes.length);
    for (const byte of bytes) target[writes.used++] = byte;
  }

  function flush(): void {
    if (writes.used > 0) write(chunk.subarray(0, writes.used));
    writes.used = 0;
  }

  return writes;
}
