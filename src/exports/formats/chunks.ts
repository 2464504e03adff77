// Gathers bytes into pieces that are worth a write each. Pure.

/** Takes bytes that may be overwritten as soon as it returns. */
export type Sink = (bytes: Uint8Array) => void;

export const pieceBytes = 1024 * 1024;

export type Pieces = { add: (source: Buffer, start: number, end: number) => void; flush: () => void };

export function gatherPieces(write: Sink): Pieces {
  const piece = Buffer.allocUnsafeSlow(pieceBytes);
  let used = 0;

  function flush(): void {
    if (used > 0) write(piece.subarray(0, used));
    used = 0;
  }

  /** Large runs of bytes are handed on as they are. */
  function add(source: Buffer, start: number, end: number): void {
    if (used + end - start > pieceBytes) flush();
    if (end - start >= pieceBytes) write(source.subarray(start, end));
    else used += source.copy(piece, used, start, end);
  }

  return { add, flush };
}
