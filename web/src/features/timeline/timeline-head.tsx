import { ActionIcon, Button, Group, Select, Title } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconList,
  IconTimeline,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { SearchBox } from '../../ui/data-table/search-box.tsx';
import { DateField } from '../../ui/date-picker/date-field.tsx';
import { zoomed } from './axis.ts';
import { stepDay } from './timeline-state.ts';
import classes from './timeline.module.css';
import type { Timeline } from './use-timeline.ts';
import { labelledOptions } from '../../ui/rest-option.ts';

const CLOSER = 0.5;

/** The choice of the day, the vehicles, the zoom, and the view. */
export function TimelineHead({ timeline }: { timeline: Timeline }) {
  const { t } = useTranslation();
  const { state, change, day, today, isToday, edges, view, move } = timeline;
  const groups = useCall('get-group-list', {}, { enabled: useMay('vehicles', 'view') });
  const zoom = (factor: number) => move(zoomed(view, edges, factor, (view.from + view.to) / 2));
  const whole = view.from === edges.from && view.to === edges.to;
  const icon = { size: 18, stroke: 1.6 };
  return (
    <header className={classes['head']}>
      <Title order={1} size={20}>
        {t('timeline.title')}
      </Title>
      <Group gap={8}>
        <ActionIcon.Group>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('timeline.day-before')}
            onClick={() => change({ day: stepDay(state.day, today, -1) })}
          >
            <IconChevronLeft {...icon} className={classes['flip'] ?? ''} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('timeline.day-after')}
            disabled={isToday}
            onClick={() => change({ day: stepDay(state.day, today, 1) })}
          >
            <IconChevronRight {...icon} className={classes['flip'] ?? ''} />
          </ActionIcon>
        </ActionIcon.Group>
        <DateField
          label={t('timeline.day')}
          labelHidden
          value={day}
          maxDate={today}
          w={{ base: 188, sm: 200 }}
          onChange={(chosen) => change({ day: chosen === null || chosen >= today ? null : chosen })}
        />
        <Button variant="default" disabled={isToday} onClick={() => change({ day: null })}>
          {t('timeline.today')}
        </Button>
      </Group>
      <Group gap={8} className={classes['filters']}>
        <SearchBox label={t('timeline.search')} value={state.search} onChange={(search) => change({ search }, true)} />
        {(groups.data?.rows.length ?? 0) > 0 && (
          <Select
            aria-label={t('timeline.group')}
            placeholder={t('timeline.all-groups')}
            clearable
            searchable
            w={160}
            data={labelledOptions(t, groups.data?.rows, groups.data?.total)}
            value={state.groupId}
            onChange={(groupId) => change({ groupId })}
          />
        )}
        {state.vehicleIds.length > 0 && (
          <Button variant="light" onClick={() => change({ vehicleIds: [] })}>
            {t('timeline.show-all')}
          </Button>
        )}
        {!state.asTable && (
          <ActionIcon.Group>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('timeline.wider')}
              disabled={whole}
              onClick={() => zoom(1 / CLOSER)}
            >
              <IconZoomOut {...icon} />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('timeline.whole-day')}
              disabled={whole}
              onClick={() => move(edges)}
            >
              <IconZoomReset {...icon} />
            </ActionIcon>
            <ActionIcon variant="default" size={36} aria-label={t('timeline.closer')} onClick={() => zoom(CLOSER)}>
              <IconZoomIn {...icon} />
            </ActionIcon>
          </ActionIcon.Group>
        )}
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t(state.asTable ? 'timeline.as-bands' : 'timeline.as-table')}
          title={t(state.asTable ? 'timeline.as-bands' : 'timeline.as-table')}
          onClick={() => change({ asTable: !state.asTable })}
        >
          {state.asTable ? <IconTimeline {...icon} /> : <IconList {...icon} />}
        </ActionIcon>
      </Group>
    </header>
  );
}
