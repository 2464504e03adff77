// When the setup checklist of operators is done.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Setup, type SetupFacts, toSetup } from './setup.ts';

const openItems = ({ items }: Setup) => items.filter(({ done }) => !done).map(({ id }) => id);

test('the checklist is done when every item is; a backup of last week is not enough', () => {
  const now = new Date('2026-11-23T12:00:00Z');
  const facts: SetupFacts = {
    isHidden: false,
    realHooks: true,
    sources: 0,
    hasSample: false,
    hasMailServer: true,
    publicUrl: 'https://api.example.com',
    isEmbedded: true,
    backupAt: new Date('2026-11-22T12:00:00Z'),
    backupsConfirmedAt: null,
    operators: 2,
    hasKeyOnly: false,
  };
  assert.equal(toSetup(facts, now).done, true);
  assert.deepEqual(openItems(toSetup({ ...facts, backupAt: new Date('2026-11-14T12:00:00Z') }, now)), ['backups']);
  assert.deepEqual(openItems(toSetup({ ...facts, publicUrl: 'http://10.0.0.1' }, now)), ['public_url']);
  // The person who set up the service may have the operator key and no email.
  const keyOnly = { ...facts, operators: 1, hasKeyOnly: true };
  assert.match(toSetup(keyOnly, now).items.at(-1)?.detail ?? '', /^1 operator can sign in by email, and you/);
  assert.deepEqual(openItems(toSetup({ ...keyOnly, operators: 0 }, now)), ['operators']);
});
