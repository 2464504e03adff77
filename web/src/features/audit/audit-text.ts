// Text for audit records, shared by the dashboard and the console: what was done to what, by whom, and changed values.
import type { AuditAction, Details } from '../../../../src/audit/audit.ts';
import { labelName } from '../../api/label-names.ts';
import type { AuditRecord } from '../../api/openapi.ts';
import { capitalized, formatDate, formatNumber, plural } from '../../kit/page/format.ts';
import { describeFilters } from '../filters/filter-text.ts';
import { actionText } from './action-text.ts';

const detailNames: Readonly<Record<string, string>> = {
  filters: 'for',
  timezone: 'time zone',
  expires_at: 'expires',
  grace_seconds: 'grace period',
  replaced_by: 'replaced by',
  allowed_ips: 'allowed addresses',
  webhook_url: 'URL',
  by: 'reason',
  backlog: 'backlog',
  previous_secret_until: 'old secret valid until',
  account_created: 'new account',
};

const pauseReasons: Readonly<Record<string, string>> = {
  owner: 'paused by owner',
  failures: 'failed deliveries',
  gone: '410 Gone',
};

const backlogs: Readonly<Record<string, string>> = { deliver: 'delivered', skip: 'skipped' };

/** Text for an unset value, for fields where unset has a meaning. */
const unset: Readonly<Record<string, string>> = {
  expires_at: 'never',
  allowed_ips: 'any',
  per_day: 'none of its own',
  per_month: 'none of its own',
};

const labelFields = ['niche', 'archetype', 'emotional_trigger', 'format', 'platform', 'becomes'];
/** `format` is a label of hooks, but the file format of exports and sources. */
const fileFormats = ['json', 'jsonl', 'csv', 'tsv', 'parquet'];

/** One value of the details; a change also has `from`. */
export type Detail = { name: string; from?: string; to: string };

type Described = Pick<AuditRecord, 'action' | 'details' | 'subject_name'>;

/**
 * Returns the name in the record, else the current one. Members know their account, so its current name, which may be newer, is omitted.
 */
function subjectName({ action, details, subject_name }: Described, withIds: boolean): string | undefined {
  const { name } = details;
  const then = isObject(name) ? name.from : name;
  const names = action.startsWith('account.')
    ? [then, withIds && subject_name]
    : [then, details.email, details.title, subject_name];
  return names.find((one) => typeof one === 'string');
}

/** Returns a sentence, “Saved the search Fitness, most views first”, and the remaining details; `withIds` is for operators. */
export function describeRecord(record: Described, withIds = false): { text: string; details: Detail[] } {
  const { action, details } = record;
  // The subject of a link is the account that it opens.
  const name = action === 'sign_in_link.created' ? undefined : subjectName(record, withIds);
  const [plain, told] = sentenceOf(action, details);
  const named = (_: string, start: string, noun: string) =>
    `${start} ${noun === 'member' ? '' : `the ${noun} `}${name}`;
  const text =
    name === undefined
      ? plain.replace(/\ban account/, withIds ? '$&' : 'the account')
      : plain.replace(/^(.*) an? (.+?)(?=,| for the | to | from |$)/, named);
  const rest = Object.entries(details).filter(
    ([key, value]) =>
      !told.includes(key) &&
      !(
        text !== plain &&
        (value === name || (key === 'filters' && capitalized(describeFilters(value as Details)) === name))
      ) &&
      (withIds || !ids.includes(key)),
  );
  return { text, details: describeDetails(Object.fromEntries(rest)) };
}

const ids = ['hooks', 'hooks_count', 'replaced_by', 'schedule', 'client'];

/** Returns the sentence, and the names of the details that it contains. */
function sentenceOf(action: AuditAction, details: Details): [text: string, told: string[]] {
  const { plan, sort, method, browser, hooks, hooks_count } = details;
  const text = actionText[action];
  const planName = capitalized(String(isObject(plan) ? plan.to : plan));
  if (action === 'account.changed') {
    const [field = '', change] = Object.entries(details)[0] ?? [];
    if (!isObject(change) || isObject(change.to)) return [text, []];
    if (field === 'suspended') return [`${change.to ? 'Suspended' : 'Reactivated'} an account`, [field]];
    return [`Changed the ${nameOf(field, '')} to ${formatValue(field, change.to)}`, [field]];
  }
  if (action === 'account.email_requested') return [`${text} to ${details.email}`, ['email']];
  const changed = Object.entries(details).filter(([field]) => field !== 'name');
  if (action === 'key.changed' && changed.length > 0) {
    const changes = changed.map(([field, change], at) => {
      const value = formatValue(field, isObject(change) ? change.to : change);
      return `${at === 0 ? `the ${nameOf(field, '')} of a key` : `its ${nameOf(field, '')}`} to ${value}`;
    });
    return [`Changed ${changes.join(' and ')}`, changed.map(([field]) => field)];
  }
  if (action === 'key_request.submitted')
    return [plan ? `Requested the ${planName} plan` : 'Requested reactivation', ['kind', 'plan']];
  if (action === 'key_request.approved' && plan) return [`${text} for the ${planName} plan`, ['plan']];
  if (action === 'session.started' && method)
    return [`${text} with a ${method}${browser ? `, ${browser}` : ''}`, ['method', 'browser']];
  if (action.endsWith('.undone')) return [text, Object.keys(details).filter((key) => details[key] === 0)];
  if (Array.isArray(hooks)) return [text.replace('hooks', plural(Number(hooks_count ?? hooks.length), 'hook')), []];
  // A record of one hook contains the changes, a record of several only their number.
  if (action.startsWith('hook.'))
    return [text.replace('hooks', hooks === undefined ? 'a hook' : plural(Number(hooks), 'hook')), ['hooks']];
  if (typeof sort === 'string') return [`${text}, ${sortText(sort)} first`, ['sort']];
  return [text, []];
}

/** “most views gained this week”, “newest”. The list of sorts is not imported: it would add to the page's script. */
function sortText(sort: string): string {
  const [isLeast, field] = [!sort.startsWith('-'), sort.replace(/^-/, '')];
  if (field.endsWith('_at')) return isLeast ? 'oldest' : 'newest';
  return `${isLeast ? 'fewest' : 'most'} ${field.replaceAll('_', ' ').replace('7d', 'this week')}`;
}

/** Flattens the details. A change keeps only the values that differ. */
export function describeDetails(details: Details, parent = ''): Detail[] {
  return Object.entries(details).flatMap(([key, value]) => {
    const name = nameOf(key, parent);
    if (key === 'filters' && isObject(value) && !('from' in value)) return [{ name, to: describeFilters(value) }];
    if (isObject(value) && 'from' in value && 'to' in value) return describeChange(key, name, value.from, value.to);
    if (isObject(value) && Object.keys(value).length > 0) return describeDetails(value, name);
    return isSet(value) || (!parent && key in unset) ? [{ name, to: formatValue(key, value) }] : [];
  });
}

function describeChange(key: string, name: string, from: unknown, to: unknown): Detail[] {
  if (JSON.stringify(from) === JSON.stringify(to)) return [];
  if (key === 'filters' && isObject(from) && isObject(to))
    return [{ name, from: describeFilters(from), to: describeFilters(to) }];
  if (key === 'sort') return [{ name: 'order', from: sortText(String(from)), to: sortText(String(to)) }];
  if (!isObject(from) && !isObject(to)) return [{ name, from: formatValue(key, from), to: formatValue(key, to) }];
  const [before, after] = [isObject(from) ? from : {}, isObject(to) ? to : {}];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((field) => describeChange(field, nameOf(field, name), before[field], after[field]));
}

/** False flags are left out. */
function isSet(value: unknown): boolean {
  return !isEmpty(value) && value !== false;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function isObject(value: unknown): value is Details {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function formatValue(key: string, value: unknown): string {
  if (isEmpty(value)) return unset[key] ?? 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (key === 'grace_seconds') return formatGracePeriod(Number(value));
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value)) return value.map((item) => formatValue(key, item)).join(', ');
  const text = String(value);
  if (key === 'by') return pauseReasons[text] ?? text;
  if (key === 'backlog') return backlogs[text] ?? text;
  if (key === 'plan') return capitalized(text);
  if (key === 'format' && fileFormats.includes(text)) return text.toUpperCase();
  if (key === 'blocks') return text.replace('source_url', 'video');
  if (labelFields.includes(key)) return labelName(text);
  const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);
  return isMoment ? formatDate(text) : text;
}

function formatGracePeriod(seconds: number): string {
  if (seconds === 0) return 'none';
  return seconds % 86_400 === 0 && seconds > 86_400
    ? `${seconds / 86_400} days`
    : `${Math.round(seconds / 360) / 10} h`;
}

function nameOf(key: string, parent: string): string {
  const name = detailNames[key] ?? key.replaceAll('_', ' ');
  return parent ? `${parent}, ${name}` : name;
}
