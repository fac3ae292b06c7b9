import type { VehicleStatus } from '@milepost/contract/live-constants';
import type { ReactNode } from 'react';

/** The shape of each status besides its colour, on a field of 16 by 16. */
const SHAPES: Record<VehicleStatus, ReactNode> = {
  running: <path fill="currentColor" d="M8 1.5 13.6 13.3c.3.7-.4 1.3-1 1L8 12.1l-4.6 2.2c-.6.3-1.3-.3-1-1Z" />,
  idle: <circle cx="8" cy="8" r="5.5" fill="currentColor" />,
  stopped: <rect x="3" y="3" width="10" height="10" rx="1.5" fill="currentColor" />,
  inactive: <path fill="currentColor" d="M8 1.5 14.5 8 8 14.5 1.5 8Z" />,
  silent: (
    <path fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" d="M8 2.5 13.5 8 8 13.5 2.5 8Z" />
  ),
  never: <circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" strokeWidth="2" />,
  expired: (
    <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
      <circle cx="8" cy="8" r="5" />
      <path d="M3 13 13 3" />
    </g>
  ),
};

interface Props {
  status: VehicleStatus;
  /** The side in px. */
  size?: number;
  /** Degrees clockwise from north, for a running vehicle's arrow. */
  courseDeg?: number;
}

/** The status as colour and shape. Hidden from screen readers: put the status in words beside it. */
export function StatusIcon({ status, size = 14, courseDeg }: Props) {
  const turn = status === 'running' && courseDeg !== undefined ? `rotate(${courseDeg}deg)` : undefined;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden
      focusable="false"
      style={{ color: `var(--status-${status})`, transform: turn, flex: 'none' }}
    >
      {SHAPES[status]}
    </svg>
  );
}
