import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nearestSlots } from './nearest.ts';
import {
  addVector,
  countVectors,
  createVectors,
  findSlot,
  groupOf,
  isUsed,
  rebuildIndex,
  removeVector,
} from './vectors.ts';

/** Returns the same vectors in each run, in eight directions. */
function sample(count: number, dimensions: number) {
  let seed = 7;
  const next = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    return seed >> 25;
  };
  const directions = Array.from({ length: 8 }, () => Int8Array.from({ length: dimensions }, next));
  return Array.from({ length: count }, (_, at) => directions[at % 8].map((one) => (one + next()) >> 1));
}

const groupName = (at: number) => (Math.imul(at + 1, 2654435761) >>> 0).toString(16).padStart(8, '0').repeat(2);

function vectorsOf(bytes: readonly Int8Array[]) {
  const vectors = createVectors(bytes[0].length);
  for (const [at, one] of bytes.entries()) addVector(vectors, groupName(at), one);
  return vectors;
}

function exact(bytes: readonly Int8Array[], query: Int8Array, slots: Iterable<number>) {
  const dot = (a: Int8Array, b: Int8Array) => {
    let sum = 0;
    for (let at = 0; at < a.length; at++) sum += a[at] * b[at];
    return sum;
  };
  const cosine = (a: Int8Array, b: Int8Array) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  return [...slots]
    .map((slot) => ({ slot, similarity: cosine(bytes[slot], query) }))
    .sort((a, b) => b.similarity - a.similarity);
}

test('a small set of vectors is compared exactly: nearest first, candidates only, no opposite directions', () => {
  const bytes = sample(900, 50);
  const vectors = vectorsOf(bytes);
  const candidates = Uint32Array.from({ length: 300 }, (_, at) => (at * 7) % 900);
  for (const query of bytes.slice(0, 5)) {
    const expected = exact(bytes, query, bytes.keys()).filter(({ similarity }) => similarity > 0);
    const found = nearestSlots(vectors, query, { limit: 900 });
    assert.deepEqual(
      found.map(({ similarity }) => similarity.toFixed(4)),
      expected.map(({ similarity }) => similarity.toFixed(4)),
    );
    const some = nearestSlots(vectors, query, { candidates, limit: 5 });
    const expectedSome = exact(bytes, query, new Set(candidates)).slice(0, 5);
    assert.deepEqual(
      some.map(({ slot }) => slot),
      expectedSome.map(({ slot }) => slot),
    );
  }
});

test('added and removed vectors are found by group, as in a map', () => {
  const operation = fc.tuple(fc.nat(40), fc.boolean());
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 120 }), (operations) => {
      const vectors = createVectors(3);
      const model = new Map<string, number>();
      for (const [at, isAdded] of operations) {
        const group = groupName(at);
        const slot = findSlot(vectors, Number.parseInt(group.slice(0, 8), 16));
        assert.equal(slot !== undefined, model.has(group));
        if (isAdded) {
          addVector(vectors, group, Int8Array.of(at + 1, 1, 0));
          model.set(group, at + 1);
        } else if (slot !== undefined) {
          removeVector(vectors, slot);
          rebuildIndex(vectors);
          model.delete(group);
        }
        assert.equal(countVectors(vectors), model.size);
      }
      for (const [group, first] of model) {
        const slot = findSlot(vectors, Number.parseInt(group.slice(0, 8), 16)) ?? -1;
        assert.deepEqual(
          [isUsed(vectors, slot), groupOf(vectors, slot), vectors.blocks[0].vectors[slot * 3]],
          [true, group, first],
        );
      }
    }),
  );
});
