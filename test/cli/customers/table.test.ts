// Tables of the command of customers, in terminals of several widths.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hookColumns } from '../../../cli/src/filters.ts';
import { toTable } from '../../../cli/src/terminal/table.ts';

const hook = {
  id: 'hook_2953',
  views: 31_542_227,
  text: 'Grandparents keep getting the call, so agree on one silly family password tonight',
  niche: 'true_crime',
  archetype: 'problem_solution',
  platform: 'TikTok',
};
const titlesAt = (width: number) => toTable([hook], hookColumns, width)[0]?.split(/ +/).length;

test('a narrow terminal shows fewer labels, so that the text stays readable', () => {
  assert.deepEqual([160, 100, 80, 60, 30].map(titlesAt), [6, 6, 4, 3, 3]);
  for (const width of [60, 80, 100])
    for (const line of toTable([hook], hookColumns, width)) {
      assert.ok(line.length <= width, line);
      assert.match(line, /^ID|Grandparents keep getting the call/);
    }
});

test('ids are never shortened', () => {
  const columns = [{ field: 'export_id' }, { field: 'text' }];
  const [, line] = toTable([{ export_id: 'exp_12w1CHjqKgRTKd47', text: hook.text }], columns, 40);
  assert.match(line ?? '', /^exp_12w1CHjqKgRTKd47 {2}Grandparents.*…$/);
});

test('wide characters take two columns, and control characters of texts are left out', () => {
  const text = 'Save 存钱 today \u001b[31mwith this one simple habit that everybody forgets, again and again';
  const [, line = ''] = toTable([{ ...hook, text }], hookColumns, 100);
  assert.match(line, /Save 存钱 today +\[31mwith .*…/);
  assert.ok(line.length <= 98 && !line.includes('\u001b'), line);
});
