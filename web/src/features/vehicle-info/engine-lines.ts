import type { VehicleEngine } from '@milepost/contract/engine-operations';
import type { TFunction } from 'i18next';
import { formatDayAndClock, formatDecimal, formatDuration, formatNumber, withUnit } from '../../text/format.ts';

export interface EngineLine {
  key: string;
  label: string;
  value: string;
  more: string | null;
  /** True for a line that needs attention. */
  warn: boolean;
}

type Known = NonNullable<VehicleEngine['known']>;

/** The facts about the engine and their sources, one per line; none before the device's first report. */
export function engineLines(t: TFunction, engine: VehicleEngine): EngineLine[] {
  const { known } = engine;
  if (known === null) return [];
  const line = (key: string, value: string, more: string | null = null, warn = false): EngineLine => ({
    key,
    label: t(`engine.${key}`),
    value,
    more,
    warn,
  });
  const { wire, voltage } = known;
  return [
    line('now', stateOf(t, known.on, known.since) ?? '–', known.on === null ? t('engine.none') : null),
    line('told-by', choiceText(t, engine, known)),
    wire === null
      ? line('wire', t('engine.wire-none'))
      : line('wire', wireText(t, wire), wire.believed ? null : findingText(t, wire), !wire.believed),
    voltage === null
      ? line('voltage', t('engine.voltage-none'))
      : line('voltage', levelsText(t, voltage), borderText(t, voltage)),
    line('revolutions', t(known.revolutions ? 'engine.revolutions-told' : 'engine.revolutions-none')),
  ];
}

function stateOf(t: TFunction, on: boolean | null, since: string | null): string | null {
  if (on === null) return null;
  const state = on ? 'on' : 'off';
  return since === null ? t(`engine.${state}`) : t(`engine.${state}-since`, { time: formatDayAndClock(since) });
}

/** The source in use, and whether a person chose it. */
function choiceText(t: TFunction, { ignitionSource: chosen }: VehicleEngine, { source }: Known): string {
  const name = t(`engine.source.${source}`);
  if (chosen === 'automatic') return t('engine.by-automatic', { source: name });
  if (chosen === source) return t('engine.by-person', { source: name });
  return t('engine.by-instead', { source: name, chosen: t(`engine.choice.${chosen}`) });
}

type Wire = NonNullable<Known['wire']>;

const wireText = (t: TFunction, { on, since, believed }: Wire) =>
  t(believed ? 'engine.wire-believed' : 'engine.wire-doubted', { state: stateOf(t, on, since) });

const findingText = (t: TFunction, { doubt: finding }: Wire) =>
  finding === null
    ? null
    : t(`engine.doubt.${finding.reason}`, {
        time: formatDuration(finding.seconds),
        since: formatDayAndClock(finding.since),
      });

/** Why a source should not be chosen, and the consequence; null if nothing speaks against it. */
export function warningOf(
  t: TFunction,
  { known }: VehicleEngine,
  source: VehicleEngine['ignitionSource'],
): string | null {
  const finding = source === 'wire' && known?.wire && !known.wire.believed ? findingText(t, known.wire) : null;
  return finding === null ? null : `${finding} ${t('engine.warning')}`;
}

type Voltage = NonNullable<Known['voltage']>;

const volts = (level: number) => withUnit(formatDecimal(level), 'V');

function levelsText(t: TFunction, { restV, driveV }: Voltage): string {
  const level = (value: number | null) => (value === null ? t('engine.level-unknown') : volts(value));
  return t('engine.voltage-levels', { rest: level(restV), drive: level(driveV) });
}

const borderText = (t: TFunction, { borderV, driveReadings, restReadings }: Voltage) =>
  t('engine.voltage-border', { border: volts(borderV), readings: formatNumber(driveReadings + restReadings) });
