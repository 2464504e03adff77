import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestSettings } from '../../../db/tables/collect.ts';
import { LocationError } from '../collector.ts';
import { firstPage, nextPage, parsePage, recordsOf } from './walk.ts';

const url = new URL('https://api.example.com/v1/items?limit=2');

type Response = { link?: string; text?: string; records?: number; pages?: number };

function after(body: unknown, request: RequestSettings, response: Response = {}) {
  const { link, text = JSON.stringify(body), records = 2, pages = 1 } = response;
  return nextPage({ url, text, document: parsePage(url.host, text), records, link }, request, pages);
}

const cursor = (name: string, value: string, isNumber = false) => ({ parameters: [{ name, value, isNumber }] });

test('a cursor is sent as the last part of its path without next_, or as next_as', () => {
  assert.deepEqual(after({ next_cursor: 'abc' }, { next: 'next_cursor' }), cursor('cursor', 'abc'));
  assert.deepEqual(after({ nextPageToken: 'abc' }, { next: 'nextPageToken' }), cursor('pageToken', 'abc'));
  assert.deepEqual(after({ data: { cursor: 20 } }, { next: 'data.cursor' }), cursor('cursor', '20', true));
  assert.deepEqual(after({ meta: { next: 'abc' } }, { next: 'meta.next', next_as: 'after' }), cursor('after', 'abc'));
  assert.deepEqual(after({ next_cursor: '/wA=' }, { next: 'next_cursor' }), cursor('cursor', '/wA='), 'Base64');
});

test('a number above 2^53 keeps its digits, and stays a number; digits in quotes stay a text', () => {
  const large = after(null, { next: 'cursor' }, { text: '{"cursor": 9007199254740993123}' });
  assert.deepEqual(large, cursor('cursor', '9007199254740993123', true));
  assert.deepEqual(after({ id: '9007199254740993123' }, { next: 'id' }), cursor('id', '9007199254740993123'));
});

test('there is no next page without a cursor, or if the response signals the last page', () => {
  const empty = [null, '', 0, false].map((next) => ({ next }));
  for (const body of [{}, [], ...empty, { next: 'x', has_more: false }])
    assert.equal(after(body, { next: 'next' }), null, JSON.stringify(body));
  assert.equal(after({ data: { cursor: 20, has_more: false } }, { next: 'data.cursor' }), null);
});

test('a URL is followed, also a relative one, but only at the same origin', () => {
  const next = (value: string) => after({ links: { next: value } }, { next: 'links.next' });
  assert.deepEqual(next('https://api.example.com/v1/items?p=2'), { url: 'https://api.example.com/v1/items?p=2' });
  assert.deepEqual(next('/v1/items?p=2'), { url: 'https://api.example.com/v1/items?p=2' });
  assert.deepEqual(next('?p=2'), { url: 'https://api.example.com/v1/items?p=2' });
  for (const other of ['https://evil.example/', 'http://api.example.com/', 'https://api.example.com:444/'])
    assert.throws(() => next(other), LocationError, other);
});

test('the Link header is followed with --next link', () => {
  const next = (link: string | undefined) => after([{}], { next: 'link' }, link === undefined ? {} : { link });
  const target = { url: 'https://api.example.com/v1/items?page=2' };
  assert.deepEqual(
    next('<https://api.example.com/v1/items?page=2>; rel="next", <https://x.example/>; rel="last"'),
    target,
  );
  assert.deepEqual(next('<https://x.example/?a,b>; rel=prev, </v1/items?page=2>; title="a, b"; rel="up next"'), target);
  assert.equal(next('<https://x.example/>; rel="last"'), null);
  assert.equal(next(undefined), null);
});

test('a page counter starts at 1 or as configured, and ends at an empty page', () => {
  assert.deepEqual(firstPage({ page: 'page' }), cursor('page', '1', true));
  assert.deepEqual(firstPage({ page: 'offset=0+100' }), cursor('offset', '0', true));
  assert.deepEqual(after([], { page: 'page' }, { pages: 3 }), cursor('page', '4', true));
  assert.deepEqual(after([], { page: 'page=0' }, { pages: 3 }), cursor('page', '3', true));
  assert.deepEqual(after([], { page: 'offset=0+100' }, { pages: 3 }), cursor('offset', '300', true));
  assert.equal(after([], { page: 'page' }, { records: 0 }), null);
  assert.deepEqual(firstPage({ next: 'cursor' }), { parameters: [] });
});

test('records are the list at the path, else the only list of the document', () => {
  const of = (document: unknown, records: string | null = null, keyField: string | null = null) =>
    recordsOf(document, { records, keyField });
  assert.deepEqual(of([{ a: 1 }]), ['{"a":1}']);
  assert.deepEqual(of({ items: [{ a: 1 }], total: 1 }), ['{"a":1}']);
  assert.deepEqual(of({ data: { videos: [{ a: 1 }] } }, 'data.videos'), ['{"a":1}']);
  assert.deepEqual(of({ items: [], total: 0 }), [], 'an empty first page');
  assert.deepEqual(of({ data: { videos: null } }, 'data.videos'), []);
  assert.deepEqual(of({ videos: { x: { a: 1 } } }, 'videos', 'id'), ['{"a":1,"id":"x"}']);
  assert.deepEqual(of(parsePage('h', '[{"id": 7213456789012345678}]')), ['{"id":"7213456789012345678"}']);
  assert.throws(() => of({ error: 'no' }), { message: 'There is no list of records in the response; it has: error.' });
  assert.throws(() => of({ data: {} }, 'data.videos'), {
    message: 'There is no "data.videos" in the response; it has: data.',
  });
  assert.throws(() => of({ data: {} }, 'data'), /"data" is an object, not a list/);
  assert.throws(() => parsePage('api.example.com', '<html>'), /The response of api\.example\.com is not JSON/);
});
