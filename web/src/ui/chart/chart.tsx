import { ActionIcon, Skeleton } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDayAndClock, formatNumber } from '../../text/format.ts';
import type { ChartSpec, Format } from './chart-data.ts';
import { chartTable } from './chart-table.ts';
import { ChartTable } from './chart-table-view.tsx';
import classes from './chart.module.css';
import { lazyPart } from '../lazy-part.ts';
import { Tooltip } from '../tooltip/tooltip.tsx';

const ChartCanvas = lazyPart(() => import('./chart-canvas.tsx'));

interface Props {
  title: string;
  /** Must stay the same object while the data does: a new object is drawn again. */
  spec: ChartSpec;
  /** Formats values with their unit; must not change between renders. Whole numbers by default. */
  format?: Format;
  /** The shorter format for the labels of the value axis. */
  formatTick?: Format | undefined;
  /** The unit of the value axis, in which its steps are round. 1 by default. */
  unit?: number;
  /** The height in pixels. */
  height?: number;
  /** Shown at the end of the title's line, before the button for the table. */
  aside?: ReactNode;
  /** Called with the index of a category when its bar, or its row of the table, is clicked. */
  onChoose?: ((index: number) => void) | undefined;
}

/** A chart under its title, with a button that shows the same values as a table. */
export function Chart({
  title,
  spec,
  format = formatNumber,
  formatTick,
  unit = 1,
  height = 280,
  aside,
  onChoose,
}: Props) {
  const { t } = useTranslation();
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const label = t(asTable ? 'chart.as-chart' : 'chart.as-table');
  const words = {
    category: t('chart.category'),
    time: t('chart.time'),
    series: t('chart.series'),
    formatTime: formatDayAndClock,
    format,
  };
  return (
    <figure className={classes['chart']} aria-labelledby={id}>
      <div className={classes['head']}>
        <figcaption id={id}>{title}</figcaption>
        {aside}
        <Tooltip text={label}>
          <ActionIcon size={28} aria-label={`${label}: ${title}`} onClick={() => setAsTable(!asTable)}>
            {asTable ? <IconChartBar size={16} stroke={1.6} /> : <IconTable size={16} stroke={1.6} />}
          </ActionIcon>
        </Tooltip>
      </div>
      <div style={{ height }}>
        {asTable ? (
          <ChartTable label={title} table={chartTable(spec, words)} onChoose={onChoose} />
        ) : (
          <Suspense fallback={<Skeleton height="100%" radius="md" />}>
            <ChartCanvas spec={spec} format={format} formatTick={formatTick} unit={unit} onChoose={onChoose} />
          </Suspense>
        )}
      </div>
    </figure>
  );
}
