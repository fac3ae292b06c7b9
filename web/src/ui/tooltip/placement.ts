/** The position of a tooltip; `auto` is wherever there is room, above first. */
export type Placement = 'auto' | 'top' | 'bottom' | 'start' | 'end';
export type Trigger = 'hover' | 'focus';

/** Specification, section 9. */
export const TOOLTIP_DEFAULTS = {
  placement: 'auto',
  triggers: ['hover', 'focus'],
  /** Our choice: a pointer that only passes opens nothing. The specification states no delay. */
  openDelayMs: 400,
} as const satisfies { placement: Placement; triggers: readonly Trigger[]; openDelayMs: number };

const SIDES = { top: 'top', bottom: 'bottom', start: 'left', end: 'right' } as const;

/** The preferred side and the fallbacks if there is no room; Mantine mirrors left and right in right-to-left. */
export function sidesOf(placement: Placement) {
  if (placement === 'auto') return { first: 'top', others: ['bottom', 'left', 'right'] } as const;
  return { first: SIDES[placement], others: [] } as const;
}
