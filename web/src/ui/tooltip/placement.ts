/** Where a tooltip stands; `auto` is wherever there is room, above first. */
export type Placement = 'auto' | 'top' | 'bottom' | 'start' | 'end';
export type Trigger = 'hover' | 'focus';

/** Specification, section 9. */
export const TOOLTIP_DEFAULTS = {
  placement: 'auto',
  triggers: ['hover', 'focus'],
  /** Ours: a pointer on its way somewhere else opens nothing. The specification names no delay. */
  openDelayMs: 400,
} as const satisfies { placement: Placement; triggers: readonly Trigger[]; openDelayMs: number };

const SIDES = { top: 'top', bottom: 'bottom', start: 'left', end: 'right' } as const;

/** The side to try first and those to try when there is no room; Mantine mirrors left and right in right-to-left. */
export function sidesOf(placement: Placement) {
  if (placement === 'auto') return { first: 'top', others: ['bottom', 'left', 'right'] } as const;
  return { first: SIDES[placement], others: [] } as const;
}
