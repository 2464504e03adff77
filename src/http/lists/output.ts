// Formats of a list response: JSON, CSV or JSON Lines, chosen by `output` or the Accept header.

export const outputs = ['json', 'csv', 'jsonl'] as const;
export type Output = (typeof outputs)[number];

export const mediaTypes = {
  json: 'application/json',
  csv: 'text/csv',
  jsonl: 'application/x-ndjson',
} as const satisfies Record<Output, string>;

/** Content types with their parameters. */
export const contentTypes: Readonly<Record<Output, string>> = {
  json: `${mediaTypes.json}; charset=utf-8`,
  csv: `${mediaTypes.csv}; charset=utf-8; header=present`,
  jsonl: `${mediaTypes.jsonl}; charset=utf-8`,
};

const outputOfType: ReadonlyMap<string | undefined, Output> = new Map([
  ...outputs.map((output) => [mediaTypes[output], output] as const),
  ['application/jsonl', 'jsonl'],
  ['application/*', 'json'],
  ['*/*', 'json'],
]);

/** Returns the accepted format with the highest weight, the first of equals. Default JSON. */
export function acceptedOutput(accept: string | undefined): Output {
  if (accept === undefined || !/csv|jsonl|ndjson/i.test(accept)) return 'json';
  let [best, highest]: [Output, number] = ['json', 0];
  for (const part of accept.toLowerCase().split(',')) {
    const [type, ...parameters] = part.split(';').map((piece) => piece.trim());
    const output = outputOfType.get(type);
    const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    if (output && weight > highest) [best, highest] = [output, weight];
  }
  return best;
}
