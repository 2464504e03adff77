// DateField: a day, committed on blur or Enter.
import { CommitField, type CommitFieldProps } from './commit-field.tsx';

export function DateField(props: CommitFieldProps) {
  return <CommitField type="date" max="9999-12-31" {...props} />;
}
