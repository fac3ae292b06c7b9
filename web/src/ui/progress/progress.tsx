import { Progress as MantineProgress } from '@mantine/core';
import { progressMax, progressValue } from './progress-values.ts';

const COLORS = { info: 'accent', success: 'green', warning: 'orange', danger: 'red' } as const;

interface Props {
  value: number;
  /** The maximum; 100 if it is omitted or not a number above 0. */
  max?: number;
  type?: keyof typeof COLORS;
  striped?: boolean;
  animated?: boolean;
  /** Writes the share on the bar. */
  showValue?: boolean;
  /** The height in pixels; by default what the bar, with or without the share, needs. */
  size?: number;
  /** The process; omitted if the same figure is beside the bar, which is then decorative. */
  label?: string;
}

/** A progress bar. */
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
        // Our own attributes: Mantine's support no other maximum than 100.
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
