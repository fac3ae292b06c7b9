import { ActionIcon, CloseButton, CopyButton } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import {
  IconCheck,
  IconCopy,
  IconCurrentLocation,
  IconEdit,
  IconLink,
  IconShare,
  IconTerminal2,
  IconZoomScan,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { liveStore } from '../../live/live-client.ts';
import { useServerNow, useVehicle } from '../../live/use-live.ts';
import { isReporting, vehicleState } from '../../live/vehicle-state.ts';
import { formatDuration, speedUnit } from '../../text/format.ts';
import { wantPageTexts } from '../../text/i18n.ts';
import { errorText } from '../../ui/error-text.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { outOfServiceAt } from '../../live/out-of-service.ts';
import { ObstacleChip } from '../../ui/availability/obstacle-chip.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { StatusIcon } from '../../ui/status-icon.tsx';
import { cardFacts } from './card-facts.ts';
import { compassPoint } from './compass.ts';
import { coordinates } from '../../text/coordinates.ts';
import { speedText } from './speed-text.ts';
import classes from './vehicle-card.module.css';

interface Props {
  id: number;
  /** The vehicle that was opened by the keyboard: its actions get the focus. */
  reached: number | null;
  follow: boolean;
  onFollow(follow: boolean): void;
  onZoomTo(): void;
  onClose(): void;
}

const NOW_MS = 30_000;

/** Lazy-loads a part that is not needed to locate the vehicle, along with the texts of the other pages. */
const withTexts = async <Part,>(load: () => Promise<Part>): Promise<Part> =>
  (await Promise.all([load(), wantPageTexts()]))[0];
const CardDay = lazyPart(() => withTexts(() => import('./card-day.tsx')));
const CardSensors = lazyPart(() => withTexts(() => import('./card-sensors.tsx')));
const CriticalAlarmLine = lazyPart(() => withTexts(() => import('../../ui/alarm-mark/critical-alarm-line.tsx')));
const EngineStopLine = lazyPart(() => withTexts(() => import('../../ui/engine-stop-line.tsx')));
const ContactIcons = lazyPart(() => withTexts(() => import('../../ui/driver-contact/contact-icons.tsx')));
const CommandsDialog = lazyPart(() => withTexts(() => import('../../ui/commands/commands-dialog.tsx')));
const ShareDialog = lazyPart(() => withTexts(() => import('../../ui/share/share-dialog.tsx')));

/** The current data of the selected vehicle, and the actions on it. */
export function VehicleCard({ id, reached, follow, onFollow, onZoomTo, onClose }: Props) {
  const { t } = useTranslation();
  const now = useServerNow(1000);
  const found = useVehicle(id);
  const more = useCall('get-vehicle-now', { id }, { refetchInterval: NOW_MS, enabled: found !== undefined });
  const mayEdit = useMay('vehicles', 'edit');
  const mayShare = useMay('live-map', 'create');
  const mayCommand = useMay('commands', 'view');
  const mayStop = useMay('engine-stop', 'view');
  const [sharing, setSharing] = useState(false);
  const [commanding, setCommanding] = useState(false);
  const actions = useRef<HTMLElement>(null);
  const isHere = found !== undefined;
  useEffect(() => {
    if (reached === id && isHere) actions.current?.querySelector<HTMLElement>('button:not(:disabled), a')?.focus();
  }, [reached, isHere, id]);
  if (!found) {
    return (
      <section className={classes.card} aria-label={t('track-vehicle.card')} data-testid="vehicle-card">
        <header className={classes.head}>
          <p className={classes.missing}>
            {t(liveStore.loaded ? 'track-vehicle.no-vehicle' : 'track-vehicle.loading')}
          </p>
          <CloseButton onClick={onClose} aria-label={t('track-vehicle.close')} />
        </header>
      </section>
    );
  }
  const { vehicle, slot } = found;
  const state = vehicleState(liveStore.table, slot);
  const moving = state.status === 'running';
  const critical = liveStore.critical.get(id);
  const out = outOfServiceAt(vehicle, now);
  const { since } = state;
  const facts = cardFacts(t, vehicle, state, more.data, now);
  return (
    <section className={classes.card} aria-label={t('track-vehicle.card')} data-testid="vehicle-card">
      <header className={classes.head}>
        <span className={classes.icon} style={{ background: `var(--status-${state.status}-soft)` }}>
          <StatusIcon status={state.status} size={20} courseDeg={state.courseDeg ?? 0} />
        </span>
        <div className={classes.title}>
          <div>
            <h2 data-testid="card-registration">{vehicle.registration}</h2>
            <StatusChip status={state.status} />
            {out !== null && <ObstacleChip kind={out} />}
          </div>
          <p>{[vehicle.driverName, vehicle.makeModel].filter(Boolean).join(' · ') || t('track-vehicle.no-driver')}</p>
          {vehicle.driverObstacle !== null && <ObstacleChip kind={vehicle.driverObstacle} />}
        </div>
        {more.data?.contact && more.data.wheel.driver && (
          <Suspense>
            <ContactIcons name={more.data.wheel.driver.name} contact={more.data.contact} />
          </Suspense>
        )}
        <CloseButton onClick={onClose} aria-label={t('track-vehicle.close')} data-testid="card-close" />
      </header>
      {critical && (
        <div className={classes.alarm}>
          <Suspense>
            <CriticalAlarmLine key={critical.alarmId} alarm={critical} now={now} />
          </Suspense>
        </div>
      )}
      {more.data?.engineStop && (
        <div className={classes.note}>
          <Suspense>
            <EngineStopLine stop={more.data.engineStop} />
          </Suspense>
        </div>
      )}
      <div className={classes.figures}>
        <Figure label={t('track-vehicle.speed')} value={speedText(state)} unit={speedUnit()} id="speed" />
        <Figure
          label={t('track-vehicle.heading')}
          value={moving && state.courseDeg !== null ? compassPoint(t, state.courseDeg) : '–'}
          unit={moving && state.courseDeg !== null ? `${Math.round(state.courseDeg)}°` : ''}
          id="heading"
        />
        <Figure
          label={t(`track-vehicle.lasting.${state.status}`)}
          value={since === null ? '–' : formatDuration((now - since) / 1000)}
          unit=""
          id="since"
        />
      </div>
      <div className={classes.body}>
        <dl className={classes.facts}>
          {facts.map(({ key, label, value, warn }) => (
            <div key={key} data-testid={`card-${key}`}>
              <dt>{label}</dt>
              <dd data-warn={warn || undefined}>{value}</dd>
            </div>
          ))}
          {state.place && !state.isPrivate && (
            <div data-testid="card-coordinates">
              <dt>{t('track-vehicle.coordinates')}</dt>
              <dd>
                <bdi dir="ltr">{coordinates(state.place)}</bdi>
                <Copy value={coordinates(state.place)} label={t('track-vehicle.copy-coordinates')} />
              </dd>
            </div>
          )}
        </dl>
        {more.data && more.data.sensors.length > 0 && (
          <Suspense>
            <CardSensors sensors={more.data.sensors} isCurrent={isReporting(state)} />
          </Suspense>
        )}
        <Suspense>
          <CardDay id={id} state={state} />
        </Suspense>
      </div>
      {more.error && !more.data && <p className={classes.error}>{errorText(t, more.error)}</p>}
      <footer ref={actions} className={classes.actions}>
        <Action
          label={t('track-vehicle.follow')}
          pressed={follow}
          id="follow"
          disabled={!state.place}
          onClick={() => onFollow(!follow)}
        >
          <IconCurrentLocation size={18} />
        </Action>
        <Action label={t('track-vehicle.zoom-to')} id="zoom-to" disabled={!state.place} onClick={onZoomTo}>
          <IconZoomScan size={18} />
        </Action>
        <CopyLink />
        {mayShare && (
          <Action
            label={t('track-vehicle.share')}
            hint={t('track-vehicle.share-hint')}
            id="share"
            onClick={() => setSharing(true)}
          >
            <IconShare size={18} />
          </Action>
        )}
        {(mayCommand || mayStop) && (
          <Action label={t('track-vehicle.commands')} id="commands" onClick={() => setCommanding(true)}>
            <IconTerminal2 size={18} />
          </Action>
        )}
        {mayEdit && (
          <Link to={`/vehicle-info/${id}?open=${id}`} className={classes.action} data-testid="card-edit">
            <IconEdit size={18} />
            {t('track-vehicle.edit')}
          </Link>
        )}
      </footer>
      {commanding && (
        <Suspense>
          <CommandsDialog vehicleId={id} registration={vehicle.registration} onClose={() => setCommanding(false)} />
        </Suspense>
      )}
      {sharing && (
        <Suspense>
          <ShareDialog vehicleId={id} registration={vehicle.registration} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </section>
  );
}

function Figure({ label, value, unit, id }: { label: string; value: string; unit: string; id: string }) {
  return (
    <div data-testid={`card-${id}`}>
      <span>{label}</span>
      <b>{value}</b> <small>{unit}</small>
    </div>
  );
}

function Copy({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <ActionIcon size={22} onClick={copy} aria-label={label} title={copied ? t('track-vehicle.copied') : label}>
          {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}

/** The address is read at the click: it changes with the camera, outside React. */
function CopyLink() {
  const { t } = useTranslation();
  const { copied, copy } = useClipboard();
  return (
    <Action
      id="copy-link"
      hint={t('track-vehicle.copy-link-hint')}
      label={t(copied ? 'track-vehicle.copied' : 'track-vehicle.copy-link')}
      onClick={() => copy(location.href)}
    >
      {copied ? <IconCheck size={18} /> : <IconLink size={18} />}
    </Action>
  );
}

interface ActionProps {
  id: string;
  label: string;
  /** An explanation, if the label is too short for one. */
  hint?: string;
  pressed?: boolean;
  disabled?: boolean;
  onClick(): void;
  children: ReactNode;
}

function Action({ id, label, hint, pressed, disabled, onClick, children }: ActionProps) {
  return (
    <button
      type="button"
      className={classes.action}
      aria-pressed={pressed}
      disabled={disabled}
      data-testid={`card-${id}`}
      title={hint}
      onClick={onClick}
    >
      {children}
      {label}
    </button>
  );
}
