// SelectBox: the checkbox that selects the hook of a row. A separate chunk.
import { isSelected, noSelection } from '../../bulk/selection.ts';
import { type Selecting, selectHook } from './use-selecting.ts';

type SelectBoxProps = { id: string; name: string; selecting: Selecting };

export default function SelectBox({ id, name, selecting }: SelectBoxProps) {
  const { selection = noSelection } = selecting;
  return (
    <input
      type="checkbox"
      aria-label={`Select ${name}`}
      className="size-4 shrink-0"
      checked={isSelected(selection, { key: id, ids: [id] })}
      onChange={({ nativeEvent }) => selectHook(selecting, id, (nativeEvent as MouseEvent).shiftKey)}
    />
  );
}
