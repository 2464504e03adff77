// SHA-256 of a stream of bytes, which Web Crypto cannot compute. FIPS 180-4, with its names. Pure.

/** Incremental SHA-256. Node's `createHash('sha256')` fits too. */
export type Hasher = { update: (bytes: Uint8Array) => unknown; digest: (encoding: 'hex') => string };

type State = [number, number, number, number, number, number, number, number];

const blockBytes = 64;
const rounds = 64;
const primes = firstPrimes(rounds);
const roundConstants = toWords(primes.map((prime) => fractionBits(Math.cbrt(prime))));
const [h0 = 0, h1 = 0, h2 = 0, h3 = 0, h4 = 0, h5 = 0, h6 = 0, h7 = 0] = primes.map((p) => fractionBits(Math.sqrt(p)));

export function createSha256(): Hasher {
  const state: State = [h0, h1, h2, h3, h4, h5, h6, h7];
  const schedule = toWords(new Array(rounds).fill(0));
  const pending = new Uint8Array(blockBytes);
  let filled = 0;
  let length = 0;

  function update(bytes: Uint8Array): void {
    length += bytes.length;
    let at = 0;
    if (filled > 0) {
      at = Math.min(blockBytes - filled, bytes.length);
      pending.set(bytes.subarray(0, at), filled);
      filled += at;
      if (filled < blockBytes) return;
      compress(state, schedule, toView(pending), 0);
    }
    const view = toView(bytes);
    for (; at + blockBytes <= bytes.length; at += blockBytes) compress(state, schedule, view, at);
    pending.set(bytes.subarray(at));
    filled = bytes.length - at;
  }

  function digest(): string {
    const bits = length * 8;
    const end = new Uint8Array((filled < 56 ? blockBytes : 2 * blockBytes) - filled);
    end[0] = 0x80;
    const view = toView(end);
    view.setUint32(end.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(end.length - 4, bits);
    update(end);
    return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  return { update, digest };
}

/** `w` is the message schedule, passed in so that it is allocated once. */
function compress(state: State, w: DataView, block: DataView, offset: number): void {
  for (let t = 0; t < 16; t++) w.setInt32(4 * t, block.getInt32(offset + 4 * t));
  for (let t = 16; t < rounds; t++) {
    const x = w.getInt32(4 * (t - 15));
    const y = w.getInt32(4 * (t - 2));
    const sigma0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const sigma1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    w.setInt32(4 * t, sigma1 + w.getInt32(4 * (t - 7)) + sigma0 + w.getInt32(4 * (t - 16)));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < rounds; t++) {
    const k = roundConstants.getInt32(4 * t);
    const t1 = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + k + w.getInt32(4 * t)) | 0;
    const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = (state[0] + a) | 0;
  state[1] = (state[1] + b) | 0;
  state[2] = (state[2] + c) | 0;
  state[3] = (state[3] + d) | 0;
  state[4] = (state[4] + e) | 0;
  state[5] = (state[5] + f) | 0;
  state[6] = (state[6] + g) | 0;
  state[7] = (state[7] + h) | 0;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The first 32 bits of the fractional part, from which the constants of SHA-256 are defined. */
function fractionBits(root: number): number {
  return Math.floor((root % 1) * 2 ** 32);
}

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

function toWords(values: readonly number[]): DataView {
  const words = new DataView(new ArrayBuffer(4 * values.length));
  for (const [t, value] of values.entries()) words.setUint32(4 * t, value);
  return words;
}

function toView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
