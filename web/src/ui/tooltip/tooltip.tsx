import { Tooltip as MantineTooltip } from '@mantine/core';
import type { ReactElement } from 'react';
import { type Placement, sidesOf, TOOLTIP_DEFAULTS, type Trigger } from './placement.ts';

interface Props {
  text: string;
  placement?: Placement;
  triggers?: readonly Trigger[];
  openDelayMs?: number;
  /** One element that accepts a ref, such as a button. */
  children: ReactElement;
}

/** A few words about the element under the pointer or focus; never the only place with this information. */
export function Tooltip(props: Props) {
  const { text, placement = TOOLTIP_DEFAULTS.placement, triggers = TOOLTIP_DEFAULTS.triggers } = props;
  const { openDelayMs = TOOLTIP_DEFAULTS.openDelayMs } = props;
  const { first, others } = sidesOf(placement);
  return (
    <MantineTooltip
      label={text}
      position={first}
      middlewares={{ shift: true, flip: others.length > 0 ? { fallbackPlacements: [...others] } : false }}
      events={{ hover: triggers.includes('hover'), focus: triggers.includes('focus'), touch: false }}
      openDelay={openDelayMs}
    >
      {props.children}
    </MantineTooltip>
  );
}
