// A line with its specifics replaced by [slots]: what another creator would fill in.

/** Amounts, shares, times, quotes, numbers and names in mid-sentence become slots; everything else stays. */
export function slotTemplate(text: string): string {
  return text
    .replace(/["“][^"”]{2,80}["”]/g, '[quote]')
    .replace(/[$€£₹]\s?\d[\d,.]*\s?(k|m|b|million|billion|thousand)?\b/gi, '[amount]')
    .replace(/\b\d[\d,.]*\s?(%|percent\b)/g, '[share]')
    .replace(/\b\d[\d,.]*[ -]?(seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b/gi, '[time]')
    .replace(/\b(19|20)\d\d\b/g, '[year]')
    .replace(/(?<=[a-z,] )(?!I\b)(?:[A-Z][a-z]+)(?: [A-Z][a-z]+)*(?= [a-z]|[.,!?]|$)/g, '[name]')
    .replace(/\b\d[\d,.]*\d\b|\b\d\b/g, '[number]');
}
