import { useComputedColorScheme, useDirection } from '@mantine/core';
import { useEffect } from 'react';
import { formatSettings } from '../../../text/format-settings.ts';
import { timeTicks } from '../../../text/time-ticks.ts';
import {
  formatClock,
  formatDayAndClock,
  formatDecimal,
  formatNumber,
  formatSpeed,
  heightStepM,
  speedStepKph,
} from '../../../text/format.ts';
import { readChartColors } from '../../../ui/chart/chart-colors.ts';
import { useECharts } from '../../../ui/chart/use-echarts.ts';
import type { ChartRow } from './chart-rows.ts';
import { stripOption } from './strip-option.ts';

interface Props {
  /** Must stay the same array while the data does. */
  rows: readonly ChartRow[];
  from: number;
  to: number;
}

/** A chart over less than this shows the time of day alone. */
const NEAR_MS = 36 * 3_600_000;

const format = (key: string, value: number) => {
  if (key === 'speed') return formatSpeed(value);
  if (key === 'altitude') return formatNumber(value / heightStepM());
  return Math.abs(value) >= 100 ? formatNumber(value) : formatDecimal(value);
};

const unitOf = (key: string) => (key === 'speed' ? speedStepKph() : key === 'altitude' ? heightStepM() : 1);

/** The drawing of the strips: loaded with ECharts itself. */
export default function StripCanvas({ rows, from, to }: Props) {
  const { place, chart } = useECharts();
  const scheme = useComputedColorScheme('light');
  const { dir } = useDirection();

  useEffect(() => {
    const ticks = timeTicks(from, to, formatSettings().timeZone);
    const timeText = to - from < NEAR_MS ? formatClock : formatDayAndClock;
    chart?.setOption(
      stripOption(rows, { colors: readChartColors(), from, to, ticks, rtl: dir === 'rtl', format, unitOf, timeText }),
      { notMerge: true },
    );
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the scheme changes what readChartColors reads
  }, [chart, rows, from, to, scheme, dir]);
  return <div ref={place} style={{ position: 'absolute', inset: 0 }} aria-hidden />;
}
