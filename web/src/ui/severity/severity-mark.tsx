import type { Severity } from '@milepost/contract/fact-operations';
import type { ReactNode } from 'react';
import './severity.css';

/** The shape of each severity besides its colour, on a field of 16 by 16. */
const SHAPES: Record<Severity, ReactNode> = {
  critical: <path fill="currentColor" d="M5 .8h6L15.2 5v6L11 15.2H5L.8 11V5Z" />,
  major: <path fill="currentColor" d="M8 1.2 15.4 14a.7.7 0 0 1-.6 1H1.2a.7.7 0 0 1-.6-1Z" />,
  minor: <path fill="currentColor" d="M8 .8 15.2 8 8 15.2.8 8Z" />,
  warning: (
    <g fill="none" stroke="currentColor" strokeWidth="2.4">
      <circle cx="8" cy="8" r="5.8" />
    </g>
  ),
};

/** The severity as colour and shape. Hidden from screen readers: put the word beside it. */
export function SeverityMark({ severity, size = 14 }: { severity: Severity; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden
      focusable="false"
      style={{ color: `var(--severity-${severity})`, flex: 'none' }}
    >
      {SHAPES[severity]}
    </svg>
  );
}
