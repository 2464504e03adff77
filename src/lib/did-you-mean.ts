// Closest match of a misspelt name, for error messages.

/** The candidate within an edit distance of a third of its length, ignoring case, or undefined. */
export function closestMatch(text: string, candidates: Iterable<string>): string | undefined {
  if (text.length > 60) return undefined;
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const distance = editDistance(text.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance && distance <= Math.max(1, Math.ceil(candidate.length / 3))) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Levenshtein distance, one row of the matrix at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    let [diagonal = 0] = row;
    let left = i;
    const next = [i];
    for (const [column, above] of row.slice(1).entries()) {
      left = Math.min(above + 1, left + 1, diagonal + (a[i - 1] === b[column] ? 0 : 1));
      next.push(left);
      diagonal = above;
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
