// Typed arrays in shared memory, which are not copied when sent to another thread.

export type Bytes = Uint8Array<SharedArrayBuffer>;
export type Shorts = Uint16Array<SharedArrayBuffer>;
export type SignedInts = Int32Array<SharedArrayBuffer>;
export type Ints = Uint32Array<SharedArrayBuffer>;
export type Doubles = Float64Array<SharedArrayBuffer>;

export const sharedBytes = (length: number): Bytes => new Uint8Array(new SharedArrayBuffer(length));
export const sharedShorts = (length: number): Shorts => new Uint16Array(new SharedArrayBuffer(length * 2));
export const sharedSignedInts = (length: number): SignedInts => new Int32Array(new SharedArrayBuffer(length * 4));
export const sharedInts = (length: number): Ints => new Uint32Array(new SharedArrayBuffer(length * 4));
export const sharedDoubles = (length: number): Doubles => new Float64Array(new SharedArrayBuffer(length * 8));

export function shared(values: ArrayLike<number>): Doubles {
  const doubles = sharedDoubles(values.length);
  doubles.set(values);
  return doubles;
}
