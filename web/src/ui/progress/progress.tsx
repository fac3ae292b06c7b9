import { Progress as MantineProgress } from '@mantine/core';
import { progressMax, progressValue } from './progress-values.ts';

const COLORS = { info: 'accent', success: 'green', warning: 'orange', danger: 'red' } as const;

interface Props {
  value: number;
  /** What counts as done; 100 where it is left out or not a number above 0. */
  max?: number;
  type?: keyof typeof COLORS;
  striped?: boolean;
  animated?: boolean;
  /** Writes the share on the bar. */
  showValue?: boolean;
  /** Height in pixels; where it is left out, as high as the share or the bar alone needs. */
  size?: number;
  /** What is under way; left out where the same figure stands beside the bar, which is only looked at then. */
  label?: string;
}

/** How far something is. */
export function Progress({ value, max, type = 'info', striped, animated, showValue, size, label }: Props) {
  const most = progressMax(max);
  const done = progressValue(value, most);
  const percent = (done / most) * 100;
  return (
    <MantineProgress.Root size={size ?? (showValue === true ? 20 : 8)} w="100%" aria-hidden={label === undefined}>
      <MantineProgress.Section
        value={percent}
        color={COLORS[type]}
        striped={striped}
        animated={animated}
        // Our own: Mantine's know no other maximum than 100.
        withAria={false}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuenow={done}
        aria-valuemax={most}
      >
        {showValue === true && <MantineProgress.Label>{Math.round(percent)}%</MantineProgress.Label>}
      </MantineProgress.Section>
    </MantineProgress.Root>
  );
}
