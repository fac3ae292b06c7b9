import { createElement } from 'react';

interface Props {
  nodes: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
  filled?: boolean;
  size: number;
  stroke: number;
}

/** An icon, as its component in the library would draw it. */
export function Drawing({ nodes, filled = false, size, stroke }: Props) {
  const look = filled
    ? { fill: 'currentColor', stroke: 'none' }
    : { fill: 'none', stroke: 'currentColor', strokeWidth: stroke };
  return (
    <svg
      {...look}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {nodes.map(([tag, attributes], at) => createElement(tag, { ...attributes, key: at }))}
    </svg>
  );
}
