// What an operator can do about a response of a JSON API that is no success.
import { isObject, tryParseJson } from '../formats/parse-json.ts';

/** Apify responds with 201 to a request that starts a scraper and waits for its results. */
export function isSuccess(status: number): boolean {
  return status === 200 || status === 201;
}

export type StatusProblem = { message: string; remedy: string | null };

type Response = { status: number; text?: string; location?: string | undefined };

/** `secretNames`: those that the request sent. */
export function describeStatus(url: URL, response: Response, secretNames: readonly string[]): StatusProblem {
  const { status, text = '', location } = response;
  const reason = errorMessageIn(text);
  const message = `${url.host} answered ${status}${reason === null ? '.' : `: ${reason}`}`;
  return { message, remedy: remedyOf(url, status, location, secretNames) };
}

function remedyOf(
  url: URL,
  status: number,
  location: string | undefined,
  secretNames: readonly string[],
): string | null {
  if (status === 401 || status === 403) return remedyOfRefusal(secretNames);
  if (status === 404 || status === 410) return 'Check the location: there is nothing at this URL.';
  if (status === 405) return 'Check whether the API wants POST: a request with a body is sent by POST.';
  if (status === 429) return 'Run the source less often, or ask for larger pages.';
  if (status >= 500) return 'Nothing has to be done unless it stays so: the next run tries again.';
  if (status >= 300 && status < 400) {
    const target = location === undefined ? null : URL.parse(location, url);
    return target ? `Set the location to ${target.origin}${target.pathname}.` : 'Check the location.';
  }
  return 'Check the location, the headers and the body.';
}

function remedyOfRefusal(names: readonly string[]): string {
  if (names.length === 0)
    return "Send a key with --header 'Authorization: Bearer $secret:NAME', after `hookline admin secrets set NAME`.";
  const commands = names.map((name) => `\`hookline admin secrets set ${name}\``).join(' or ');
  return `Check the secret ${names.join(' and ')}: set it again with ${commands}.`;
}

const maxLength = 200;

/** The message of an error in JSON, in the members that APIs use for it; null if there is none. */
function errorMessageIn(text: string): string | null {
  const document = tryParseJson(text);
  if (!isObject(document)) return null;
  const { error, errors } = document;
  const [first] = Array.isArray(errors) ? errors : [];
  for (const holder of [error, first, document])
    for (const message of isObject(holder) ? [holder.message, holder.detail, holder.error_description] : [holder])
      if (typeof message === 'string' && message.trim() !== '') return toSentence(message);
  return null;
}

function toSentence(message: string): string {
  const line = message.replace(/[\s\p{C}]+/gu, ' ').trim();
  const short = line.length > maxLength ? `${line.slice(0, maxLength).toWellFormed()}…` : line;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}
