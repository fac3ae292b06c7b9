import { ActionIcon, Anchor, Badge, Button, Group, Skeleton } from '@mantine/core';
import { IconEdit, IconFocusCentered, IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { dayOf, startOfDay } from '../../text/local-day.ts';
import { formatDayAndClock, formatDuration, formatNumber, formatSpeedAndUnit } from '../../text/format.ts';
import { Ago } from '../../ui/ago.tsx';
import { Alert } from '../../ui/alert/alert.tsx';
import { FencePasts } from '../../ui/fence-pasts.tsx';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { deleteWithUndo } from '../../ui/form/delete-with-undo.tsx';
import { hoursText } from '../../ui/weekly-hours/hours-text.ts';
import { MenuLink } from '../../ui/menu/menu-link.tsx';
import classes from './fence-card.module.css';
import { formatArea } from '../../text/format-area.ts';
import { KindIcon } from './kind-icon.tsx';
import { refreshFenceLists } from './use-fences.ts';
import { CutNote } from '../../ui/cut-note.tsx';
import { listText } from '../../text/list-text.ts';

interface Props {
  id: number;
  onEdit: () => void;
  onFit: () => void;
  onClose: () => void;
}

const REFRESH_MS = 30_000;

/** A geofence: the vehicles inside now, and its rules. */
export function FenceCard({ id, onEdit, onFit, onClose }: Props) {
  const { t } = useTranslation();
  const mayEdit = useMay('geo-fence', 'edit');
  const mayDelete = useMay('geo-fence', 'delete');
  const mayVisits = useMay('in-out-location', 'view');
  const [dayStart] = useState(() => new Date(startOfDay(dayOf(Date.now()))).toISOString());
  const query = useCall('get-fence-by-id', { id });
  const now = useCall('get-fence-now', { id, dayStart }, { refetchInterval: REFRESH_MS, enabled: query.isSuccess });
  const fence = query.data?.fence;

  if (query.error) {
    return (
      <div className={classes['card']}>
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} radius={0} />
        <Button m="sm" variant="default" onClick={onClose}>
          {t('form.close')}
        </Button>
      </div>
    );
  }
  if (!fence) {
    return (
      <div className={classes['card']} role="status" aria-label={t('app.please-wait')}>
        <Skeleton height={24} m="md" width="60%" />
        <Skeleton height={80} m="md" width="auto" />
      </div>
    );
  }
  const { name, colour, shape, areaM2, tags, description, speedLimitKph, betweenFixes, schedule, vehicles, groups } =
    fence;
  const holders = [...groups, ...vehicles].map((one) => one.name);
  const remove = () =>
    deleteWithUndo(t, {
      name,
      consequence: t('geo-fence.delete-text'),
      remove: () => call('delete-fences', { ids: [id] }),
      restore: () => call('restore-fences', { ids: [id] }),
      onChanged: refreshFenceLists,
      onRemoved: onClose,
    });
  const facts: [string, string][] = [
    [t('geo-fence.area'), formatArea(t, areaM2)],
    [t('geo-fence.speed-limit'), speedLimitKph === null ? t('geo-fence.none') : formatSpeedAndUnit(speedLimitKph)],
    [t('geo-fence.alarms'), alarmWords()],
    ...(betweenFixes ? [[t('geo-fence.visits'), t('geo-fence.also-between')] satisfies [string, string]] : []),
    [t('geo-fence.hours'), schedule === null ? t('geo-fence.always') : hoursText(schedule)],
    [t('geo-fence.holds-for'), holders.length === 0 ? t('geo-fence.all-vehicles') : listText(holders.slice(0, 5))],
    [t('geo-fence.organisation'), fence.organisationName],
  ];
  function alarmWords(): string {
    const { alarmEnter, alarmExit, alarmDwellS, alarmSeverity } = fence ?? {};
    const on = [
      ...(alarmEnter ? [t('geo-fence.on-enter')] : []),
      ...(alarmExit ? [t('geo-fence.on-exit')] : []),
      ...(alarmDwellS ? [t('geo-fence.on-dwell', { time: formatDuration(alarmDwellS) })] : []),
    ];
    return on.length === 0 ? t('geo-fence.none') : `${listText(on)} (${t(`severity.${alarmSeverity}`)})`;
  }

  return (
    <section className={classes['card']} aria-label={name} data-testid="fence-card">
      <header className={classes['head']}>
        <span style={{ color: colour }} className={classes['kind']}>
          <KindIcon kind={shape.kind} size={20} />
        </span>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <ActionIcon size={28} aria-label={t('geo-fence.fit')} onClick={onFit}>
          <IconFocusCentered size={17} aria-hidden />
        </ActionIcon>
        <ActionIcon size={28} aria-label={t('form.close')} onClick={onClose}>
          <IconX size={17} aria-hidden />
        </ActionIcon>
      </header>
      <div className={classes['body']}>
        {description !== null && <p className={classes['dim']}>{description}</p>}
        {tags.length > 0 && (
          <Group gap={4}>
            {tags.map((tag) => (
              <Badge key={tag} variant="default" tt="none" fw={500}>
                {tag}
              </Badge>
            ))}
          </Group>
        )}
        <FencePasts />
        <section aria-labelledby="fence-inside">
          <h3 id="fence-inside">
            {t('geo-fence.inside-now')}
            {now.data && <span>{formatNumber(now.data.insideTotal)}</span>}
          </h3>
          {now.error && (
            <Alert type="danger" dismissible={false}>
              {t('geo-fence.inside-failed')}
            </Alert>
          )}
          {now.data?.inside.length === 0 && <p className={classes['dim']}>{t('geo-fence.nobody-inside')}</p>}
          <ul className={classes['inside']}>
            {now.data?.inside.map(({ vehicleId, registration, since, heardAt }) => (
              <li key={vehicleId}>
                <MenuLink menu="live-map" to={`/track-vehicle/${vehicleId}`}>
                  <bdi>{registration}</bdi>
                </MenuLink>
                <span className={classes['dim']}>
                  {t('geo-fence.entered')} <Ago at={since} />
                  {heardAt !== null && <> · {t('geo-fence.inside-heard', { time: formatDayAndClock(heardAt) })}</>}
                </span>
              </li>
            ))}
          </ul>
          <CutNote shown={now.data?.inside.length} total={now.data?.insideTotal} />
          {now.data && (
            <p className={classes['dim']}>
              {t('geo-fence.visits-today', { count: now.data.visits })}{' '}
              {mayVisits && (
                <Anchor component={Link} to={`/in-out-location?fence=${id}`} size="sm">
                  {t('geo-fence.see-visits')}
                </Anchor>
              )}
            </p>
          )}
        </section>
        <dl className={classes['facts']}>
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {(mayEdit || mayDelete) && (
        <footer className={classes['foot']}>
          {mayDelete && (
            <Button
              size="xs"
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={15} aria-hidden />}
              onClick={remove}
            >
              {t('form.delete')}
            </Button>
          )}
          {mayEdit && (
            <Button size="xs" ms="auto" leftSection={<IconEdit size={15} aria-hidden />} onClick={onEdit}>
              {t('geo-fence.edit')}
            </Button>
          )}
        </footer>
      )}
    </section>
  );
}
