// Closest match of a misspelt name, for error messages.

/** Suggestions per response: each takes time, and a few show what is wrong. */
export const maxSuggestions = 3;

const maxLength = 60;

/** Returns the candidate within an edit distance of a third of its length, ignoring case, or undefined. */
export function closestMatch(text: string, candidates: Iterable<string>): string | undefined {
  if (text.length > maxLength) return undefined;
  const wanted = text.toLowerCase();
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const maxDistance = Math.min(bestDistance - 1, Math.max(1, Math.ceil(candidate.length / 3)));
    // Most names have another length, and those cost the most to compare.
    if (Math.abs(wanted.length - candidate.length) > maxDistance) continue;
    const distance = editDistance(candidate.toLowerCase(), wanted, maxDistance);
    if (distance <= maxDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** A row of the matrix, reused since most comparisons end early. Lower case may be longer than upper case. */
const row = new Uint16Array(2 * maxLength);

/** Levenshtein distance, one row of the matrix at a time; returns any number above `max` if it is larger. */
function editDistance(a: string, b: string, max: number): number {
  for (let column = 0; column < b.length; column++) row[column] = column + 1;
  let last = b.length;
  for (let i = 0; i < a.length; i++) {
    let diagonal = i;
    last = i + 1;
    let smallest = last;
    for (let column = 0; column < b.length; column++) {
      const above = row[column] ?? 0;
      const substituted = a.charCodeAt(i) === b.charCodeAt(column) ? diagonal : diagonal + 1;
      last = Math.min(above + 1, last + 1, substituted);
      row[column] = last;
      smallest = Math.min(smallest, last);
      diagonal = above;
    }
    if (smallest > max) return smallest;
  }
  return last;
}
