import type { ECharts } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';
import { init } from './echarts-library.ts';

/** A chart in the element of `place`, whose size it follows; null until it is created. */
export function useECharts() {
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<ECharts | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const made = init(element);
    setChart(made);
    const resize = new ResizeObserver(() => made.resize());
    resize.observe(element);
    return () => {
      resize.disconnect();
      // Many points are painted over several frames, and the next frame would find no chart to paint on.
      made.clear();
      made.getZr().flush();
      made.dispose();
      setChart(null);
    };
  }, []);
  return { place, chart };
}
