import { createElement } from 'react';
import { useIconPart } from './use-whole-set.ts';

interface Props {
  name: string;
  part: number | undefined;
  size: number;
  stroke: number;
}

/** An icon of the whole set, drawn from its part once that is there. */
export function DrawnIcon({ name, part, size, stroke }: Props) {
  const nodes = useIconPart(part).data?.[name] ?? [];
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {nodes.map(([tag, attributes], at) => createElement(tag, { ...attributes, key: at }))}
    </svg>
  );
}
