// Client of the routes of trend alerts, and their text. The SDK's client is not used, to keep the page small.
import type { NewTrendAlert, TrendAlert, TrendAlertUpdate } from '@hookline/sdk';
import { mutate } from 'swr';
import { request } from '../../../api/client.ts';
import { capitalized } from '../../../kit/page/format.ts';
import { type CollectionName, describeFilters, valueName } from '../../filters/filter-text.ts';
import { trendLabels, windows } from '../trend-text.ts';

/** The list has at most 20 alerts, on one page. Reading it does not count as a call. */
export const alertsPath = '/trends/alerts';
const alertPath = (id: string) => `${alertsPath}/${encodeURIComponent(id)}`;

export const createAlert = (body: NewTrendAlert) => changing(request<TrendAlert>('POST', alertsPath, { body }));
export const changeAlert = (id: string, body: TrendAlertUpdate) =>
  changing(request<TrendAlert>('PATCH', alertPath(id), { body }));
export const deleteAlert = (id: string) => changing(request<TrendAlert>('DELETE', alertPath(id)));

/** “Archetypes of Finance, 1M or more views”. */
export const watchedText = ({ by, filters }: Pick<TrendAlert, 'by' | 'filters'>, collectionName: CollectionName) =>
  `${labelOf(by)} of ${describeFilters(filters, collectionName).replace(/^All/, 'all')}`;

export const titleOf = (alert: TrendAlert, collectionName: CollectionName) =>
  alert.name ?? watchedText(alert, collectionName);

/** “Heating or cooling, 7 days, by email”. */
export const termsText = ({ verdicts, window, notify }: TrendAlert) =>
  `${capitalized(verdicts.join(' or '))}, ${windows.find(({ id }) => id === window)?.label}, by ${notify}`;

/** “Question is heating”. */
export const toldText = ({ by, last_told: told }: TrendAlert) =>
  told.map(({ value, verdict }) => `${valueName(by, value)} is ${verdict}`).join(', ');

const labelOf = (by: string) => trendLabels.find(({ id }) => id === by)?.label;

function changing<T>(change: Promise<T>): Promise<T> {
  return change.finally(() => mutate(alertsPath));
}
