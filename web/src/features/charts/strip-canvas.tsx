import { useComputedColorScheme, useDirection } from '@mantine/core';
import { useEffect } from 'react';
import { readChartColors } from '../../ui/chart/chart-colors.ts';
import { timeAxis } from '../../ui/chart/time-axis.ts';
import { useECharts } from '../../ui/chart/use-echarts.ts';
import { SIDE_PX, stripOption } from './strip-option.ts';
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

/** Draws the strips; loaded with ECharts itself. */
export default function StripCanvas({ strips, from, to, colorOf, every, width }: Props) {
  const { place, chart } = useECharts();
  const scheme = useComputedColorScheme('light');
  const { dir } = useDirection();

  useEffect(() => {
    const time = timeAxis(from, to, width - SIDE_PX.start - SIDE_PX.end, SIDE_PX.end);
    const look = { colors: readChartColors(), rtl: dir === 'rtl', colorOf, every };
    chart?.setOption(stripOption(strips, { ...look, from, to, time, tickText, axisStep }), {
      notMerge: true,
    });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the scheme changes what readChartColors reads
  }, [chart, strips, from, to, scheme, dir, colorOf, every, width]);
  return <div ref={place} style={{ position: 'absolute', inset: 0 }} aria-hidden />;
}
