// SHA-256 of bytes that come bit by bit, which Web Crypto cannot do. FIPS 180-4, in its own names. Pure.

/** What tells the SHA-256 of everything it was given. Node's `createHash('sha256')` is one too. */
export type Hasher = { update: (bytes: Uint8Array) => unknown; digest: (encoding: 'hex') => string };

const blockBytes = 64;
const [rounds, start] = constants();

export function createSha256(): Hasher {
  const state = Uint32Array.from(start);
  const words = new Uint32Array(64);
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
      compress(state, words, pending, 0);
    }
    for (; at + blockBytes <= bytes.length; at += blockBytes) compress(state, words, bytes, at);
    pending.set(bytes.subarray(at));
    filled = bytes.length - at;
  }

  function digest(): string {
    const bits = length * 8;
    const end = new Uint8Array((filled < 56 ? blockBytes : 2 * blockBytes) - filled);
    end[0] = 0x80;
    const view = new DataView(end.buffer);
    view.setUint32(end.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(end.length - 4, bits);
    update(end);
    return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
  }

  return { update, digest };
}

function compress(state: Uint32Array, w: Uint32Array, bytes: Uint8Array, offset: number): void {
  for (let t = 0, at = offset; t < 16; t++, at += 4)
    w[t] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  for (let t = 16; t < 64; t++) {
    const [x, y] = [w[t - 15], w[t - 2]];
    const sigma0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const sigma1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    w[t] = sigma1 + w[t - 7] + sigma0 + w[t - 16];
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t++) {
    const t1 = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + rounds[t] + w[t]) | 0;
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
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] += word;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The first bits of the fractions of cube and square roots of the first primes. */
function constants(): [Uint32Array, Uint32Array] {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const fraction = (root: number) => Math.floor((root % 1) * 2 ** 32);
  return [
    Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  ];
}
