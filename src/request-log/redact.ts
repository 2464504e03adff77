// Removes secrets from what the request log stores: keys that were sent in a URL by mistake, and parameters named like secrets.
import { storableText } from '../lib/storable-text.ts';

/** As long as a URL of the API usually is; the longest that is accepted has 16 times as much. */
const maxPathLength = 1000;
const maxProblemLength = 4000;

/** Keys, access tokens and webhook secrets of this service, and those of others by their usual form. */
const secrets = /(?<![a-z0-9])(hkl|hko|whsec|sk|pk|ghp|xox[a-z])[_-][\w./+=-]{8,}/gi;
/** The address of a feed or a share page is its secret. */
const linkToken = /(\/[fc]\/)[0-9a-z]{20,}/gi;
const secretName = /token|secret|passw|authorization|api[-_]?key|bearer|signature|^key$|^auth$/i;
/** `key` is also the parameter for ids of keys, which are no secrets. */
const keyId = /^key_\w/;

/** Path and query, shortened. */
export function redactUrl(url: string): string {
  const [path = '', ...query] = url.split('?');
  const parameters = query.join('?').split('&').map(redactParameter).join('&');
  const redacted = redactText(query.length > 0 ? `${path}?${parameters}` : path);
  return redacted.length <= maxPathLength ? redacted : `${redacted.slice(0, maxPathLength)}…`;
}

function redactParameter(parameter: string): string {
  const end = parameter.indexOf('=');
  const name = decode(parameter.slice(0, end)).text;
  return end === -1 || !secretName.test(name) || keyId.test(parameter.slice(end + 1))
    ? parameter
    : `${parameter.slice(0, end)}=[redacted]`;
}

function redactText(text: string): string {
  const withoutSecrets = replaceDecoded(text, secrets, (prefix) => `${prefix}_[redacted]`);
  return storableText(replaceDecoded(withoutSecrets, linkToken, (address) => `${address}[redacted]`));
}

/** Replaces what matches when the text is percent-decoded; the rest stays as it is. */
function replaceDecoded(encoded: string, pattern: RegExp, replacement: (group: string) => string): string {
  const { text, starts } = decode(encoded);
  let replaced = '';
  let end = 0;
  for (const { 0: found, 1: group = '', index } of text.matchAll(pattern)) {
    replaced += encoded.slice(end, starts[index]) + replacement(group);
    end = starts[index + found.length] ?? encoded.length;
  }
  return replaced + encoded.slice(end);
}

/** What is encoded twice too. */
const maxRounds = 3;

/** Each byte as a character, with where it starts. */
function decode(encoded: string): { text: string; starts: number[] } {
  let text = encoded;
  let starts = Array.from({ length: encoded.length }, (_, at) => at);
  for (let round = 0; round < maxRounds && text.includes('%'); round++) {
    const former = starts;
    starts = [];
    text = text.replace(/%([0-9a-f]{2})|[\s\S]/gi, (whole, hex: string | undefined, at: number) => {
      starts.push(former[at] ?? 0);
      return hex === undefined ? whole : String.fromCharCode(Number.parseInt(hex, 16));
    });
  }
  return { text, starts };
}

/** The JSON of a problem document, without what the log has beside it. undefined if it is not JSON. */
export function redactProblem(json: string): string | undefined {
  try {
    const { success, request_id, timestamp, instance, ...problem } = JSON.parse(json);
    const whole = toStorable(problem);
    return whole.length <= maxProblemLength ? whole : toStorable({ ...problem, errors: problem.errors?.slice(0, 3) });
  } catch {
    return undefined;
  }
}

function toStorable(problem: Record<string, unknown>): string {
  return JSON.stringify(problem, (_, value) => (typeof value === 'string' ? redactText(value).slice(0, 1000) : value));
}
