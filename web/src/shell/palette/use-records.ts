// useRecords: queries all sources once typing pauses, and shows the results of each as they arrive; until then, its expected results.

import { useEffect, useState } from 'react';
import type { Session } from '../../api/account.ts';
import type { RecordSource } from './by-id.ts';
import type { ResultGroup } from './commands.ts';
import { recordSources } from './records.ts';

const pauseMs = 200;
const minLength = 2;

type Found = { text: string; waiting: number; groups: ResultGroup[] };
const nothing: Found = { text: '', waiting: 0, groups: [] };

export function useRecords(session: Session, text: string): { groups: ResultGroup[]; isSearching: boolean } {
  const [sources] = useState(() => recordSources(session));
  const [found, setFound] = useState(nothing);
  const isAsked = text.length >= minLength;
  useEffect(() => {
    if (!isAsked) return;
    let isCurrent = true;
    const groups = expected(sources, text);
    let waiting = sources.length;
    const timer = setTimeout(() => {
      for (const [at, { name, find }] of sources.entries())
        find(text)
          // A failed source must not hide the results of the others.
          .catch(() => [])
          .then((results) => {
            groups[at] = { name, results };
            waiting -= 1;
            if (isCurrent) setFound({ text, waiting, groups: [...groups] });
          });
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [sources, text, isAsked]);
  const isCurrent = found.text === text;
  return {
    groups: isCurrent ? found.groups : expected(sources, text),
    isSearching: isAsked && (!isCurrent || found.waiting > 0),
  };
}

const expected = (sources: readonly RecordSource[], text: string): ResultGroup[] =>
  sources.map(({ name, expect }) => ({ name, results: expect?.(text) ?? [] }));
