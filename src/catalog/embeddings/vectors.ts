// Vectors of texts in memory, in slots: each slot has the vector's bytes, its length, a sketch of 128 signs, and the text group.
import { openProducts, type Products } from '../../embeddings/local/multiply.ts';
import { lengthOf } from '../../embeddings/vector.ts';

/** Number of 32-bit words per sketch. */
export const sketchWords = 4;
const sketchBits = sketchWords * 32;

/** Memory grows by blocks, so that nothing is copied and little is unused. */
export const slotsPerBlock = 1024;

type Block = {
  vectors: Int8Array;
  sketches: Int32Array;
  /** Length of each vector; 0 in a free slot. */
  norms: Float32Array;
};

export type Vectors = {
  dimensions: number;
  blocks: Block[];
  /** Number of slots that were ever used. */
  end: number;
  free: number[];
  /** Two words per slot: the 16 hexadecimal digits of a text group. */
  groups: Uint32Array;
  /** Open addressing: slots plus one, by the first word of the group. */
  index: Uint32Array;
  products: Products;
};

export function createVectors(dimensions: number): Vectors {
  return {
    dimensions,
    blocks: [],
    end: 0,
    free: [],
    groups: new Uint32Array(2 * slotsPerBlock),
    index: new Uint32Array(2 * slotsPerBlock),
    products: openProducts(dimensions),
  };
}

export function countVectors({ end, free }: Vectors): number {
  return end - free.length;
}

/** Includes sketches, lengths, groups and the index. */
export function bytesOf({ blocks, groups, index }: Vectors): number {
  const ofBlock = ({ vectors, sketches, norms }: Block) => vectors.byteLength + sketches.byteLength + norms.byteLength;
  return blocks.reduce((sum, block) => sum + ofBlock(block), groups.byteLength + index.byteLength);
}

const wordsOf = (group: string): [number, number] => [
  Number.parseInt(group.slice(0, 8), 16),
  Number.parseInt(group.slice(8), 16),
];

export function groupOf({ groups }: Vectors, slot: number): string {
  const hex = (word: number) => word.toString(16).padStart(8, '0');
  return hex(groups[2 * slot]) + hex(groups[2 * slot + 1]);
}

/** Ignores vectors with another number of dimensions, and groups that already have a vector. */
export function addVector(vectors: Vectors, group: string, bytes: Int8Array): void {
  const [first, second] = wordsOf(group);
  if (bytes.length !== vectors.dimensions || findGroup(vectors, first, second) !== undefined) return;
  const slot = vectors.free.pop() ?? vectors.end++;
  const at = slot % slotsPerBlock;
  vectors.blocks[Math.floor(slot / slotsPerBlock)] ??= createBlock(vectors.dimensions);
  const block = vectors.blocks[Math.floor(slot / slotsPerBlock)];
  block.vectors.set(bytes, at * vectors.dimensions);
  writeSketch(bytes, block.sketches, at * sketchWords);
  block.norms[at] = lengthOf(bytes);
  if (2 * slot >= vectors.groups.length) vectors.groups = grown(vectors.groups);
  vectors.groups[2 * slot] = first;
  vectors.groups[2 * slot + 1] = second;
  if (2 * vectors.end > vectors.index.length) rebuildIndex(vectors);
  else insert(vectors, slot);
}

/** Overwrites the bytes, since the text may have been taken down. Call rebuildIndex after the last removal. */
export function removeVector(vectors: Vectors, slot: number): void {
  const { vectors: bytes, norms } = vectors.blocks[Math.floor(slot / slotsPerBlock)];
  const at = slot % slotsPerBlock;
  bytes.fill(0, at * vectors.dimensions, (at + 1) * vectors.dimensions);
  norms[at] = 0;
  vectors.free.push(slot);
}

export function rebuildIndex(vectors: Vectors): void {
  let { length } = vectors.index;
  while (length < 2 * vectors.end) length *= 2;
  vectors.index = new Uint32Array(length);
  for (let slot = 0; slot < vectors.end; slot++) if (isUsed(vectors, slot)) insert(vectors, slot);
}

export function isUsed({ blocks }: Vectors, slot: number): boolean {
  return blocks[Math.floor(slot / slotsPerBlock)].norms[slot % slotsPerBlock] > 0;
}

/** Returns the slot of the group with this first word. At a million texts, one in 10,000 shares it with another and is not found. */
export function findSlot({ index, groups }: Vectors, firstWord: number): number | undefined {
  for (let at = firstWord & (index.length - 1); index[at] > 0; at = (at + 1) & (index.length - 1))
    if (groups[2 * (index[at] - 1)] === firstWord) return index[at] - 1;
  return undefined;
}

function findGroup({ index, groups }: Vectors, first: number, second: number): number | undefined {
  for (let at = first & (index.length - 1); index[at] > 0; at = (at + 1) & (index.length - 1)) {
    const slot = index[at] - 1;
    if (groups[2 * slot] === first && groups[2 * slot + 1] === second) return slot;
  }
  return undefined;
}

function insert({ index, groups }: Vectors, slot: number): void {
  let at = groups[2 * slot] & (index.length - 1);
  while (index[at] > 0) at = (at + 1) & (index.length - 1);
  index[at] = slot + 1;
}

function createBlock(dimensions: number): Block {
  return {
    vectors: new Int8Array(slotsPerBlock * dimensions),
    sketches: new Int32Array(slotsPerBlock * sketchWords),
    norms: new Float32Array(slotsPerBlock),
  };
}

function grown(array: Uint32Array): Uint32Array {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** Writes the signs of evenly spaced dimensions. Vectors in nearly the same direction differ in few of them. */
export function writeSketch(bytes: Int8Array, sketches: Int32Array, start: number): void {
  sketches.fill(0, start, start + sketchWords);
  for (let bit = 0; bit < sketchBits; bit++) {
    const isPositive = bytes[Math.floor((bit * bytes.length) / sketchBits)] > 0;
    if (isPositive) sketches[start + (bit >>> 5)] |= 1 << (bit & 31);
  }
}
