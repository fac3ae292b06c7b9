import type { LiveVehicle } from '@milepost/contract/live';
import type { AtTheWheel } from '@milepost/contract/who-drove';
import type { TFunction } from 'i18next';
import type { CallOutput } from '../../api/call.ts';
import { liveStore } from '../../live/live-client.ts';
import { isReporting, signalBars, type VehicleState } from '../../live/vehicle-state.ts';
import { isolate } from '../../text/isolate.ts';
import { formatAgo, formatClock, formatDayAndClock, formatDistance, withUnit } from '../../text/format.ts';

export interface Fact {
  key: string;
  label: string;
  value: string;
  /** True for a line that needs attention. */
  warn?: boolean;
}

const LOW_BATTERY = 20;
const DAY_MS = 86_400_000;

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** The parts of the vehicle's state that the card shows. */
type CardDetails = Partial<
  Pick<CallOutput<'get-vehicle-now'>, 'attributes' | 'sensors' | 'odometerM' | 'place' | 'wheel' | 'clockSays'>
>;

/** The lines of the card. Unknown values have no line. */
export function cardFacts(
  t: TFunction,
  vehicle: LiveVehicle,
  state: VehicleState,
  more: CardDetails | undefined,
  now: number,
): Fact[] {
  const attributes = more?.attributes ?? {};
  const deviceOdometerM = numberOf(attributes['odometerM']);
  const odometerM = more?.odometerM ?? null;
  // A sensor of the vehicle is more accurate, and shown under its own name.
  const isMeasured = more?.sensors?.some(({ kind }) => kind === 'temperature') ?? false;
  const temperature = isMeasured ? null : numberOf(attributes['temperature1C']);
  // An old report does not describe the present state.
  const then = (value: string | null) =>
    value === null || value === '' || isReporting(state) ? value : t('track-vehicle.last-known', { value });
  const place = state.isPrivate
    ? t('track-vehicle.private')
    : (liveStore.places.get(vehicle.id) ?? more?.place ?? null);
  const fact = (key: string, value: string | null, warn = false): Fact[] =>
    value === null || value === '' ? [] : [{ key, label: t(`track-vehicle.fact.${key}`), value, warn }];
  return [
    ...fact('place', place),
    ...fact('driver', wheelText(t, more?.wheel)),
    ...fact('tag', unknownText(t, more?.wheel), true),
    ...fact('group', vehicle.groupName),
    ...fact('ignition', then(ignitionText(t, state))),
    ...fact('gps', then(state.place && !state.isPrivate ? gpsText(t, state) : null), !state.fixValid),
    ...fact('power', then(powerText(t, state)), (state.batteryPercent ?? 100) <= LOW_BATTERY),
    ...fact('signal', then(state.rssi === null ? null : t(`track-vehicle.bars.${signalBars(state.rssi)}`))),
    ...fact('temperature', then(temperature === null ? null : `${temperature.toFixed(1)} °C`)),
    ...fact('odometer', odometerM === null ? null : formatDistance(odometerM)),
    ...fact('device-odometer', deviceOdometerM === null ? null : formatDistance(deviceOdometerM)),
    ...fact('device', [vehicle.protocol, vehicle.deviceIdentity].filter(Boolean).join(' · ')),
    ...fact('clock', clockText(t, more?.clockSays ?? null), true),
    ...fact(
      'heard',
      state.heardAt === null ? t('track-vehicle.never') : lastSeenText(state.heardAt, now),
      !isReporting(state),
    ),
  ];
}

/** The current driver, and the source of that information. */
const wheelText = (t: TFunction, wheel: AtTheWheel | undefined) =>
  wheel?.driver
    ? t('driver-source.all', { name: isolate(wheel.driver.name), source: t(`driver-source.${wheel.driver.source}`) })
    : null;

const unknownText = (t: TFunction, wheel: AtTheWheel | undefined) =>
  wheel?.unknownTag ? t('driver-source.unknown-tag', { tag: isolate(wheel.unknownTag.tag) }) : null;

/** The year is shown because it is what is wrong most often. */
const clockText = (t: TFunction, deviceTime: string | null) =>
  deviceTime === null ? null : t('track-vehicle.clock-wrong', { day: deviceTime.slice(0, deviceTime.indexOf('T')) });

const ignitionText = (t: TFunction, { ignition }: VehicleState) =>
  ignition === null ? null : t(ignition ? 'track-vehicle.on' : 'track-vehicle.off');

function gpsText(t: TFunction, state: VehicleState): string {
  if (!state.fixValid) return t('track-vehicle.no-fix');
  return state.satellites === null
    ? t('track-vehicle.fix')
    : t('track-vehicle.satellites', { count: state.satellites });
}

function powerText(t: TFunction, { powerV, batteryPercent }: VehicleState): string {
  return [
    powerV === null ? '' : withUnit(powerV.toFixed(1), 'V'),
    batteryPercent === null ? '' : t('track-vehicle.battery', { percent: Math.round(batteryPercent) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

const lastSeenText = (lastSeenAt: number, now: number) =>
  `${formatAgo(lastSeenAt, now)} · ${now - lastSeenAt < DAY_MS ? formatClock(lastSeenAt) : formatDayAndClock(lastSeenAt)}`;
