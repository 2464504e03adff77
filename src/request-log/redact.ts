// Removes secrets from what the request log stores: keys that were sent in a URL by mistake, and parameters named like secrets.
import { storableText } from '../lib/storable-text.ts';

/** As long as a URL of the API usually is; the longest that is accepted has 16 times as much. */
const maxPathLength = 1000;
const maxProblemLength = 4000;

/** Keys, access tokens and webhook secrets of this service, also percent-encoded, and those of others by their usual form. */
const secrets = /\b(hkl|hko|whsec|sk|pk|ghp|xox[a-z])(?:_|-|%5f|%2d)[\w%./+=-]{8,}/gi;
/** The address of a feed or a share page is its secret. */
const linkToken = /(\/|%2f)([fc])(\/|%2f)[0-9a-z]{20,}/gi;
/** `key` is also the parameter for ids of keys, which are no secrets. */
const secretParameter =
  /([?&])([^=&]*(?:token|secret|passw|authorization|api[-_]?key|bearer|signature)[^=&]*|key|auth)=(?!key_\w)[^&]*/gi;

/** Path and query, shortened. */
export function redactUrl(url: string): string {
  const redacted = redactText(url.replace(secretParameter, '$1$2=[redacted]'));
  return redacted.length <= maxPathLength ? redacted : `${redacted.slice(0, maxPathLength)}…`;
}

function redactText(text: string): string {
  return storableText(text.replace(secrets, '$1_[redacted]').replace(linkToken, '$1$2$3[redacted]'));
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
