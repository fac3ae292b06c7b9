import { Button, Group, Title } from '@mantine/core';
import { IconEdit, IconHistory, IconMapPin, IconShare, IconTimeline } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { VehicleObstacle } from '@milepost/contract/availability-operations';
import type { EngineStop } from '@milepost/contract/command-operations';
import type { Moved } from '@milepost/contract/moved';
import { recordPath } from '@milepost/contract/record-kinds';
import type { Vehicle } from '@milepost/contract/vehicle-operations';
import type { AtTheWheel } from '@milepost/contract/who-drove';
import { useMay } from '../../api/setup.ts';
import { liveStore } from '../../live/live-client.ts';
import { useServerNow, useVehicle } from '../../live/use-live.ts';
import { vehicleState } from '../../live/vehicle-state.ts';
import { formatDateTime, formatDuration, formatNumber, formatSpeedAndUnit } from '../../text/format.ts';
import { isolate } from '../../text/isolate.ts';
import { dayOf, spanOfDay } from '../../text/local-day.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import { ObstacleChip } from '../../ui/availability/obstacle-chip.tsx';
import { Wheel } from '../../ui/driver/wheel.tsx';
import EngineStopLine from '../../ui/engine-stop-line.tsx';
import { historyPath } from '../../ui/history-path.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { MoveButton } from '../../ui/move/move-button.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import classes from './vehicle-page.module.css';

const ShareDialog = lazyPart(() => import('../../ui/share/share-dialog.tsx'));

interface Props {
  vehicle: Vehicle;
  wheel: AtTheWheel;
  engineStop: EngineStop | null;
  onEdit: () => void;
}

/** The vehicle's name, its current status, and links to other screens. */
export function VehiclePageHead({ vehicle, wheel, engineStop, onEdit }: Props) {
  const { t } = useTranslation();
  const now = useServerNow(1000);
  const found = useVehicle(vehicle.id);
  const state = found && vehicleState(liveStore.table, found.slot);
  const [sharing, setSharing] = useState(false);
  const { id, registration, make, model, groupName } = vehicle;
  const until = vehicle.moved === null ? now : Date.parse(vehicle.moved.at);
  const last = { from: spanOfDay(dayOf(until)).from, to: until };
  const hasMoved = vehicle.moved !== null;
  const may = {
    live: useMay('live-map', 'view'),
    share: useMay('live-map', 'create'),
    history: useMay('history', 'view'),
    timeline: useMay('timeline', 'view'),
    edit: useMay('vehicles', 'edit'),
  };
  const label = (key: string) => t(`vehicle-page.${key}`);
  const icon = { size: 16, stroke: 1.6, 'aria-hidden': true };
  return (
    <header className={classes['head']}>
      <div>
        <Group gap={12}>
          <Title order={1} size={20}>
            {registration}
          </Title>
          {hasMoved && <ObstacleChip kind="moved" />}
          {vehicle.obstacle !== null && !hasMoved && <OutOfService obstacle={vehicle.obstacle} />}
          {state && <StatusChip status={state.status} />}
          {state?.status === 'running' && state.speedKph !== null && <span>{formatSpeedAndUnit(state.speedKph)}</span>}
          {state?.since != null && <span className={classes['dim']}>{formatDuration((now - state.since) / 1000)}</span>}
        </Group>
        <p>{[make, model, groupName].filter((part) => part !== null && part !== '').join(' · ')}</p>
        <Wheel wheel={wheel} />
        {vehicle.driverObstacle !== null && vehicle.driverName !== null && (
          <Group gap={8}>
            <span>{vehicle.driverName}</span>
            <ObstacleChip kind={vehicle.driverObstacle.kind} />
          </Group>
        )}
        {engineStop && <EngineStopLine stop={engineStop} />}
        {vehicle.moved !== null && (
          <Alert type="info" dismissible={false} mt="sm">
            {movedNote(t, vehicle.moved)}
          </Alert>
        )}
      </div>
      <Group gap={8}>
        {may.live && !hasMoved && (
          <To path={`/track-vehicle/${id}`} text={label('live-map')} icon={<IconMapPin {...icon} />} />
        )}
        {may.history && (
          <To
            path={historyPath(id, { ...last, at: last.from })}
            text={label('history')}
            icon={<IconHistory {...icon} />}
          />
        )}
        {may.timeline && (
          <To
            path={`/timeline?vehicle=${id}${vehicle.moved === null ? '' : `&day=${dayOf(until)}`}`}
            text={label('timeline')}
            icon={<IconTimeline {...icon} />}
          />
        )}
        {may.share && !hasMoved && (
          <Button variant="default" leftSection={<IconShare {...icon} />} onClick={() => setSharing(true)}>
            {label('share')}
          </Button>
        )}
        {may.edit && !hasMoved && (
          <Button variant="default" leftSection={<IconEdit {...icon} />} onClick={onEdit}>
            {label('edit')}
          </Button>
        )}
        {!hasMoved && <MoveButton kind="vehicles" ids={[id]} name={registration} />}
      </Group>
      {sharing && (
        <Suspense>
          <ShareDialog vehicleId={id} registration={registration} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </header>
  );
}

const movedNote = (t: TFunction, { at, to }: Moved) => {
  const when = formatDateTime(at);
  return to === null ? t('move.moved-note', { when }) : t('move.moved-note-to', { organisation: isolate(to), when });
};

/** A link to another screen. */
function To({ path, text, icon }: { path: string; text: string; icon: ReactNode }) {
  return (
    <Button variant="default" component={Link} to={path} leftSection={icon}>
      {text}
    </Button>
  );
}

/** A note that a vehicle is out of service now, since when, and the work order behind it. */
function OutOfService({ obstacle: { kind, from, workOrderId, number } }: { obstacle: VehicleObstacle }) {
  const { t } = useTranslation();
  const mayView = useMay('maintenance', 'view');
  const order = number === null ? null : t('availability.order', { number: formatNumber(number) });
  return (
    <>
      <ObstacleChip kind={kind} />
      {from !== null && (
        <span className={classes['dim']}>{t('availability.out-since', { time: formatDateTime(from) })}</span>
      )}
      {order !== null &&
        (mayView && workOrderId !== null ? (
          <Link to={`/${recordPath('work-order', workOrderId)}`}>{order}</Link>
        ) : (
          <span className={classes['dim']}>{order}</span>
        ))}
    </>
  );
}
