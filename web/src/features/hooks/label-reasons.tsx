// LabelReasons: why a label was guessed, one line per reason.
import type { LabelReason } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { labelName } from '../../api/label-names.ts';
import { formatNumber, plural } from '../../kit/page/format.ts';

type LabelReasonsProps = {
  /** Value of the label. */
  value: string;
  reasons: readonly LabelReason[];
  hookHref: (id: string) => string;
};

/** Renders nothing without reasons. The origin of the label already shows that a language model guessed it. */
export function LabelReasons({ value, reasons, hookHref }: LabelReasonsProps) {
  const cues = reasons.flatMap((reason) => (reason.kind === 'cue' ? [reason.text] : []));
  const others = reasons.filter(({ kind }) => kind !== 'cue' && kind !== 'llm');
  if (cues.length + others.length === 0) return null;
  return (
    <ul className="stack mt-0.5 gap-0.5 text-xs text-muted">
      {cues.length > 0 && (
        <li>
          Contains <Quotes texts={cues} />
        </li>
      )}
      {others.map((reason) => (
        <li key={reason.kind === 'line' ? reason.id : reason.kind}>{describe(reason, value, hookHref)}</li>
      ))}
    </ul>
  );
}

function describe(reason: LabelReason, value: string, hookHref: LabelReasonsProps['hookHref']): ReactNode {
  switch (reason.kind) {
    case 'archetype':
    case 'niche':
      return `${labelName(reason.value)} hooks usually have this emotion`;
    case 'creator':
      return (
        <>
          {formatNumber(reason.agreeing)} of {plural(reason.hooks, 'hook')} of <bdi>{reason.creator}</bdi> are{' '}
          {labelName(value)}
        </>
      );
    case 'line':
      return (
        <>
          Similar to <Quotes texts={[reason.text]} />{' '}
          <Link href={hookHref(reason.id)} className="underline underline-offset-2">
            {reason.id}
          </Link>
        </>
      );
    default:
      return null;
  }
}

/** Untrusted text, as in HookText. */
function Quotes({ texts }: { texts: readonly string[] }) {
  return texts.map((text, at) => (
    <span key={text}>
      {at > 0 && ', '}“<bdi>{text}</bdi>”
    </span>
  ));
}
