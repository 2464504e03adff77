// Products with matrices of 8-bit weights in WebAssembly, which takes a seventh of the time of JavaScript loops.

/** Multiplies `rows` consecutive rows of inputs by the matrix, and adds the bias. */
export type Multiply = (inputs: Float32Array, rows: number) => Float32Array;

/** multiply.wat, compiled. */
const code =
  'AGFzbQEAAAABEQJgBn9/f39/fwBgA397fwF/AhIBBm1lbW9yeQZtZW1vcnkCAAEDAwIAAQcMAQhtdWx0aXBseQAACoIDAtgCAgp/BXsgBEEBdCEPA0AgACEIQQAhByACIAZBAnRqIQ4gASAEaiENA0AgCCAPaiEJIAkgD2ohCiAKIA9qIQv9DAAAAAAAAAAAAAAAAAAAAAAhEf0MAAAAAAAAAAAAAAAAAAAAACES/QwAAAAAAAAAAAAAAAAAAAAAIRP9DAAAAAAAAAAAAAAAAAAAAAAhFCABIQwDQCAM/QEDACEQIBEgECAI/QAEAP26Af2uASERIBIgECAJ/QAEAP26Af2uASESIBMgECAK/QAEAP26Af2uASETIBQgECAL/QAEAP26Af2uASEUIAhBEGohCCAJQRBqIQkgCkEQaiEKIAtBEGohCyAMQQhqIgwgDUkNAAsgDiARIAUQASEOIA4gEiAFEAEhDiAOIBMgBRABIQ4gDiAUIAUQASEOIAshCCAHQQRqIgcgA0kNAAsgDSEBIAZBAWoiBiAFSQ0ACwsmACAAIAH9GwAgAf0bAWogAf0bAiAB/RsDamo2AgAgACACQQJ0ags=';
/** The types of WebAssembly are part of the browser types only. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer; grow: (pages: number) => number };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: { multiply: Product } };
};
const pageBytes = 2 ** 16;
const largestWeight = 127;
/** Sums of 1,536 products stay below 2 ** 31. */
const largestInput = 8191;

function openModule() {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const module = new WebAssembly.Module(Buffer.from(code, 'base64'));
  const { multiply } = new WebAssembly.Instance(module, { memory: { memory } }).exports;
  const allocate = (bytes: number) => memory.grow(Math.ceil(bytes / pageBytes)) * pageBytes;
  return { memory, multiply, allocate };
}

export function openMatrices(maxRows: number) {
  const { memory, multiply, allocate } = openModule();
  let inputsAt = 0;
  let sumsAt = 0;
  let largestSize = 0;
  let mostOutputs = 0;

  /** `weights` contains, for each input, the weights of all outputs. */
  function add(weights: Float32Array, bias: Float32Array): Multiply {
    const outputs = bias.length;
    const size = weights.length / outputs;
    const weightsAt = allocate(weights.length);
    const scales = transpose(weights, outputs, new Int8Array(memory.buffer, weightsAt, weights.length));
    largestSize = Math.max(largestSize, size);
    mostOutputs = Math.max(mostOutputs, outputs);

    return (inputs, rows) => {
      inputsAt ||= allocate(2 * maxRows * largestSize);
      sumsAt ||= allocate(4 * maxRows * mostOutputs);
      const steps = quantiseRows(inputs, rows, new Int16Array(memory.buffer, inputsAt, rows * size));
      multiply(inputsAt, weightsAt, sumsAt, rows, size, outputs);
      const sums = new Int32Array(memory.buffer, sumsAt, rows * outputs);
      const products = new Float32Array(sums.length);
      for (let row = 0, at = 0; row < rows; row++)
        for (let output = 0; output < outputs; output++, at++)
          products[at] = sums[at] * steps[row] * scales[output] + bias[output];
      return products;
    };
  }
  return { add };
}

/** `rows` has space for `rowsAtOnce` vectors of `size` numbers, of which the last ones stay 0. The result is valid until the next call. */
export type Products = { rows: Int16Array; size: number; multiply: (vector: Int8Array, count: number) => Int32Array };

export const rowsAtOnce = 256;

/** Scalar products of one vector with up to `rowsAtOnce` others. The vector takes the place of the weights of a single output. */
export function openProducts(dimensions: number): Products {
  const size = Math.ceil(dimensions / 8) * 8;
  const { memory, multiply, allocate } = openModule();
  const [rowsAt, vectorAt, sumsAt] = [allocate(2 * rowsAtOnce * size), allocate(size), allocate(4 * rowsAtOnce)];
  const rows = new Int16Array(memory.buffer, rowsAt, rowsAtOnce * size);
  const place = new Int8Array(memory.buffer, vectorAt, size);
  const sums = new Int32Array(memory.buffer, sumsAt, rowsAtOnce);
  return {
    rows,
    size,
    multiply: (vector, count) => {
      place.set(vector);
      multiply(rowsAt, vectorAt, sumsAt, Math.ceil(count / 4) * 4, size, 1);
      return sums.subarray(0, count);
    },
  };
}

/** Rows are computed four at a time; rows beyond `rows` have arbitrary values. */
type Product = (inputs: number, weights: number, sums: number, rows: number, size: number, outputs: number) => void;

/** Stores the weights of each output together, scaled by the largest of them. Returns the scales. */
function transpose(weights: Float32Array, outputs: number, to: Int8Array): Float32Array {
  const size = to.length / outputs;
  const scales = new Float32Array(outputs);
  for (let at = 0; at < weights.length; at++)
    scales[at % outputs] = Math.max(scales[at % outputs], Math.abs(weights[at]) / largestWeight);
  for (let output = 0; output < outputs; output++)
    for (let input = 0; input < size; input++)
      to[output * size + input] = Math.round(weights[input * outputs + output] / scales[output]);
  return scales;
}

/** Returns the step of each row, by which its integers are multiplied. */
function quantiseRows(inputs: Float32Array, rows: number, to: Int16Array): Float32Array {
  const size = inputs.length / rows;
  const steps = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    let largest = 1e-9;
    for (let at = row * size; at < (row + 1) * size; at++) largest = Math.max(largest, Math.abs(inputs[at]));
    steps[row] = largest / largestInput;
    const factor = largestInput / largest;
    // Assignment truncates the fraction. Rounding takes longer, and changes nothing at so many steps.
    for (let at = row * size; at < (row + 1) * size; at++) to[at] = inputs[at] * factor;
  }
  return steps;
}
