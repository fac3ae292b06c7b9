import { useComputedColorScheme, useDirection } from '@mantine/core';
import { useEffect } from 'react';
import { formatSettings } from '../../text/format-settings.ts';
import { formatClock, formatDay, formatDayAndClock } from '../../text/format.ts';
import { timeTicks } from '../../text/time-ticks.ts';
import { readChartColors } from '../../ui/chart/chart-colors.ts';
import { useECharts } from '../../ui/chart/use-echarts.ts';
import { stripOption } from './strip-option.ts';
import type { Strip, StripLine } from './strips.ts';
import { axisStep, tickText } from './value-text.ts';

interface Props {
  /** Must stay the same array while the data does. */
  strips: readonly Strip[];
  from: number;
  to: number;
  colorOf: (line: StripLine) => number;
  every: boolean;
  width: number;
}

/** A chart over less than this shows the time of day alone, over more than that the day alone. */
const NEAR_MS = 36 * 3_600_000;
const FAR_MS = 14 * 86_400_000;
/** Room for a label of the axis. */
const LABEL_PX = 110;

/** The drawing of the strips: loaded with ECharts itself. */
export default function StripCanvas({ strips, from, to, colorOf, every, width }: Props) {
  const { place, chart } = useECharts();
  const scheme = useComputedColorScheme('light');
  const { dir } = useDirection();
  const most = Math.max(2, Math.floor(width / LABEL_PX));

  useEffect(() => {
    const ticks = timeTicks(from, to, formatSettings().timeZone, most);
    const timeText = to - from < NEAR_MS ? formatClock : to - from > FAR_MS ? formatDay : formatDayAndClock;
    const look = { colors: readChartColors(), rtl: dir === 'rtl', colorOf, every };
    chart?.setOption(stripOption(strips, { ...look, from, to, ticks, timeText, tickText, axisStep }), {
      notMerge: true,
    });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the scheme changes what readChartColors reads
  }, [chart, strips, from, to, scheme, dir, colorOf, every, most]);
  return <div ref={place} style={{ position: 'absolute', inset: 0 }} aria-hidden />;
}
