// Closest match of a misspelt name, for error messages.

/** Of one response: each suggestion takes time, and a few show what is wrong. */
export const maxSuggestions = 5;

/** The candidate within an edit distance of a third of its length, ignoring case, or undefined. */
export function closestMatch(text: string, candidates: Iterable<string>): string | undefined {
  if (text.length > 60) return undefined;
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const maxDistance = Math.min(bestDistance - 1, Math.max(1, Math.ceil(candidate.length / 3)));
    // Names of another length are the most, and cost the most to compare.
    if (Math.abs(text.length - candidate.length) > maxDistance) continue;
    const distance = editDistance(text.toLowerCase(), candidate.toLowerCase(), maxDistance);
    if (distance <= maxDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Levenshtein distance, one row of the matrix at a time; any number above `max` if it is larger. */
function editDistance(a: string, b: string, max: number): number {
  const row = Array.from({ length: b.length }, (_, column) => column + 1);
  let last = b.length;
  for (let i = 0; i < a.length; i++) {
    let diagonal = i;
    last = i + 1;
    let smallest = last;
    for (let column = 0; column < b.length; column++) {
      const above = row[column] ?? 0;
      last = Math.min(above + 1, last + 1, diagonal + (a[i] === b[column] ? 0 : 1));
      row[column] = last;
      smallest = Math.min(smallest, last);
      diagonal = above;
    }
    if (smallest > max) return smallest;
  }
  return last;
}
