import { useComputedColorScheme, useDirection } from '@mantine/core';
import { useEffect } from 'react';
import { formatDecimal, formatNumber, formatSpeed, heightStepM, speedStepKph } from '../../../text/format.ts';
import { readChartColors } from '../../../ui/chart/chart-colors.ts';
import { timeAxis } from '../../../ui/chart/time-axis.ts';
import { useECharts } from '../../../ui/chart/use-echarts.ts';
import type { ChartRow } from './chart-rows.ts';
import { SIDE_PX, stripOption } from './strip-option.ts';

interface Props {
  /** Must stay the same array while the data does. */
  rows: readonly ChartRow[];
  from: number;
  to: number;
  width: number;
}

const format = (key: string, value: number) => {
  if (key === 'speed') return formatSpeed(value);
  if (key === 'altitude') return formatNumber(value / heightStepM());
  return Math.abs(value) >= 100 ? formatNumber(value) : formatDecimal(value);
};

const unitOf = (key: string) => (key === 'speed' ? speedStepKph() : key === 'altitude' ? heightStepM() : 1);

/** Draws the strips; loaded with ECharts itself. */
export default function StripCanvas({ rows, from, to, width }: Props) {
  const { place, chart } = useECharts();
  const scheme = useComputedColorScheme('light');
  const { dir } = useDirection();

  useEffect(() => {
    const time = timeAxis(from, to, width - SIDE_PX.start - SIDE_PX.end, SIDE_PX.end);
    chart?.setOption(
      stripOption(rows, { colors: readChartColors(), from, to, time, rtl: dir === 'rtl', format, unitOf }),
      { notMerge: true },
    );
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the scheme changes what readChartColors reads
  }, [chart, rows, from, to, width, scheme, dir]);
  return <div ref={place} style={{ position: 'absolute', inset: 0 }} aria-hidden />;
}
