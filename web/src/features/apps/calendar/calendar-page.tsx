import type { CalendarEntry } from '@milepost/contract/calendar-operations';
import { CALENDAR_KINDS } from '@milepost/contract/calendar-kinds';
import { ActionIcon, Button, Chip, Group, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendarShare, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { useToday } from '../../../live/use-today.ts';
import { formatDate } from '../../../text/format.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { SAME_PAGE } from '../../../ui/same-page.ts';
import { refreshTasks } from '../../../api/refresh-records.ts';
import { notify, notifyError } from '../../../ui/toast/notify.ts';
import { readState, shownDays, stepFrom, VIEWS } from './calendar-state.ts';
import { stretchText } from './calendar-text.ts';
import classes from './calendar.module.css';
import { DayGrid } from './day-grid.tsx';
import { DayList } from './day-list.tsx';

const FeedDialog = lazyPart(async () => ({ default: (await import('./feed-dialog.tsx')).FeedDialog }));

/** The calendar as a month, a week or a list: tasks, expiring documents, assignments. */
export default function CalendarPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const phone = useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false });
  const today = useToday();
  const state = readState(params, today, phone);
  const { view, day, without } = state;
  const shown = shownDays(state);
  const mayMove = useMay('tasks', 'edit');
  const mayAdd = useMay('tasks', 'create');
  const [sharing, setSharing] = useState<boolean | null>(null);
  const query = useCall(
    'get-calendar',
    { ...shown, kinds: CALENDAR_KINDS.filter((kind) => !without.includes(kind)) },
    { placeholderData: keepPreviousData },
  );
  const { data, error } = query;

  function change(changes: Readonly<Record<string, string | null>>) {
    setParams((current) => {
      const next = new URLSearchParams(current);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      return next;
    }, SAME_PAGE);
  }
  async function move({ id, about }: CalendarEntry, to: string) {
    try {
      await call('move-task', { id, dueOn: to });
      notify(t('calendar.moved', { name: about, day: formatDate(to) }));
    } catch (failure) {
      notifyError(t, failure);
    }
    refreshTasks();
  }
  const parts = {
    today,
    byDay: Map.groupBy(data?.rows ?? [], (entry) => entry.day),
    totals: new Map(data?.days.map((one) => [one.day, one.total])),
    timeZone: data?.timeZone ?? 'UTC',
    mayMove,
    onMove: (entry: CalendarEntry, to: string) => void move(entry, to),
  };
  return (
    <div className={classes['page']}>
      <Group justify="space-between" gap="sm">
        <Title order={1} size={20}>
          {t('calendar.title')}
        </Title>
        <Group gap="xs">
          <SegmentedControl
            aria-label={t('calendar.view-label')}
            value={view}
            onChange={(next) => change({ view: next })}
            data={VIEWS.map((value) => ({ value, label: t(`calendar.view.${value}`) }))}
          />
          <Button
            variant="default"
            leftSection={<IconCalendarShare size={16} aria-hidden />}
            onClick={() => setSharing(true)}
          >
            {t('calendar.feed.button')}
          </Button>
        </Group>
      </Group>
      <Group gap="xs">
        <ActionIcon.Group>
          <ActionIcon
            variant="default"
            size="input-sm"
            aria-label={t('calendar.before')}
            onClick={() => change({ day: stepFrom(state, -1) })}
          >
            <IconChevronLeft size={18} className={classes['arrow']} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="input-sm"
            aria-label={t('calendar.after')}
            onClick={() => change({ day: stepFrom(state, 1) })}
          >
            <IconChevronRight size={18} className={classes['arrow']} />
          </ActionIcon>
        </ActionIcon.Group>
        <Button variant="default" onClick={() => change({ day: null })}>
          {t('calendar.today')}
        </Button>
        <Text fw={650} aria-live="polite">
          {stretchText(state)}
        </Text>
        {data && data.kinds.length > 1 && (
          <Group gap={6} ms="auto" role="group" aria-label={t('calendar.kinds')}>
            {data.kinds.map((kind) => (
              <Chip
                key={kind}
                size="xs"
                variant="light"
                checked={!without.includes(kind)}
                onChange={(on) => {
                  const next = CALENDAR_KINDS.filter((one) => (one === kind ? !on : without.includes(one)));
                  change({ without: next.length === 0 ? null : next.join(',') });
                }}
              >
                <span className={classes['kind']} data-kind={kind}>
                  {t(`calendar.kind.${kind}`)}
                </span>
              </Chip>
            ))}
          </Group>
        )}
      </Group>
      {error && <ErrorNote error={error} onRetry={() => void query.refetch()} />}
      {!data && !error && <Skeleton radius="lg" h={420} />}
      {data &&
        (view === 'list' ? (
          <DayList {...parts} />
        ) : (
          <DayGrid
            {...parts}
            {...shown}
            month={view === 'month' ? day.slice(0, 7) : null}
            mayAdd={mayAdd}
            onShowDay={(one) => change({ view: 'list', day: one })}
          />
        ))}
      {data && (
        <Text size="sm" c="dimmed">
          {t('calendar.zone', { zone: data.timeZone })}
        </Text>
      )}
      {sharing !== null && data && (
        <Suspense>
          <FeedDialog opened={sharing} kinds={data.kinds} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </div>
  );
}
