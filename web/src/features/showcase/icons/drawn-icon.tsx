import { Drawing } from './drawing.tsx';
import { useIconPart } from './use-whole-set.ts';

interface Props {
  name: string;
  part: number | undefined;
  size: number;
  stroke: number;
}

/** An icon of the whole set, drawn once its part is loaded. */
export function DrawnIcon({ name, part, ...look }: Props) {
  return <Drawing nodes={useIconPart(part).data?.[name] ?? []} {...look} />;
}
