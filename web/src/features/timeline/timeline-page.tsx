import { Button, Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { BandsView } from './bands-view.tsx';
import { Legend } from './legend.tsx';
import { TimelineHead } from './timeline-head.tsx';
import { TimelineTable } from './timeline-table.tsx';
import classes from './timeline.module.css';
import { useTimeline } from './use-timeline.ts';

/** A day of one or many vehicles: motion, visits and alarms. */
export default function TimelinePage() {
  const { t } = useTranslation();
  const timeline = useTimeline();
  const { state, change, edges, day } = timeline;
  const { search, groupId, vehicleIds } = state;
  const input = {
    from: new Date(edges.from).toISOString(),
    to: new Date(edges.to).toISOString(),
    search,
    ...(groupId !== null && { groupId }),
    ...(vehicleIds.length > 0 && { vehicleIds }),
  };
  const narrowed = search !== '' || groupId !== null || vehicleIds.length > 0;
  const empty = narrowed ? (
    <EmptyNote title={t('table.no-match')} text={t('table.no-match-text')}>
      <Button variant="default" onClick={() => change({ search: '', groupId: null, vehicleIds: [] })}>
        {t('table.clear-filters')}
      </Button>
    </EmptyNote>
  ) : (
    <EmptyNote title={t('timeline.no-vehicles')} text={t('timeline.no-vehicles-text')} />
  );
  const title = t('timeline.title');
  const View = state.asTable ? TimelineTable : BandsView;
  return (
    <div className={classes['page']}>
      <title>{`${title} · ${t('app.name')}`}</title>
      <TimelineHead timeline={timeline} />
      <Paper withBorder radius="lg" className={classes['paper']}>
        {/* A different list begins at its top. */}
        <View
          key={`${day} ${search} ${groupId} ${vehicleIds.join()}`}
          timeline={timeline}
          input={input}
          empty={empty}
        />
        {!state.asTable && <Legend />}
      </Paper>
    </div>
  );
}
