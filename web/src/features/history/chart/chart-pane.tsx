import { Skeleton } from '@mantine/core';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import type { Playback } from '../playback/playback.ts';
import type { TrackRequest } from '../track/use-track.ts';
import { AttributeMenu } from './attribute-menu.tsx';
import classes from './chart-pane.module.css';
import { TrackChart } from './track-chart.tsx';
import { useSeries } from './use-series.ts';

interface Props {
  /** The range of the track itself: from its first fix to its last. */
  request: TrackRequest;
  playback: Playback;
  lit: readonly [number, number] | null;
  onHover: (ms: number | null) => void;
  onSeek: (ms: number) => void;
}

/** The chart below the map, and the choice of its attributes. */
export function ChartPane({ request, ...rest }: Props) {
  const { keys, others, notDrawn, shown, toggle, series, error, retry } = useSeries(request);
  return (
    <div className={classes['pane']}>
      <div className={classes['attributes']}>
        <AttributeMenu others={others} notDrawn={notDrawn} shown={shown} onToggle={toggle} />
      </div>
      {error && <ErrorNote error={error} onRetry={retry} radius={0} />}
      {series && <TrackChart keys={keys} series={series} from={request.from} to={request.to} {...rest} />}
      {!series && !error && <Skeleton height={140} />}
    </div>
  );
}
