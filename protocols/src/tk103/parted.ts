import { byWord } from '../tools/by-word.ts';
import type { Fields } from '../tools/fields.ts';
import { unlessBad } from '../tools/bad-frame.ts';
import { timed, timeIfAny } from '../tools/fix.ts';
import { dayFirst, degreesMinutes } from '../tools/units.ts';
import type { AlarmCode, Message } from '../types.ts';

/** Types that say why the device reports. */
const ALARMS = byWord<AlarmCode>({
  ZC11: 'movement',
  DW31: 'movement',
  DW51: 'movement',
  ZC12: 'lowBattery',
  DW32: 'lowBattery',
  ZC13: 'powerCut',
  DW33: 'powerCut',
  ZC15: 'vibration',
  DW35: 'vibration',
  ZC16: 'fallDown',
  DW36: 'fallDown',
  ZC17: 'removing',
  DW37: 'removing',
  ZC25: 'sos',
  DW42: 'sos',
  ZC26: 'tampering',
  DW43: 'tampering',
  ZC27: 'lowPower',
  DW44: 'lowPower',
});

const alarmOf = (type: string) => {
  const alarm = ALARMS[type];
  return alarm === undefined ? {} : { alarm: [alarm] };
};

/** ddmmyy, A or V, latitude and side, longitude and side, speed in km/h, hhmmss, course. Null where it is no position. */
export function partedPosition(type: string, fields: Fields): Message | null {
  if (fields.left < 7 || !/^[AV]$/.test(fields.peek(1) ?? '')) return null;
  const day = fields.text();
  const valid = fields.text() === 'A';
  const [lat, lon] = [fields.text(), fields.text()];
  const speedKph = fields.numberIfAny();
  const clock = fields.text();
  const courseDeg = fields.numberIfAny();
  const place = unlessBad(() => ({
    valid,
    lat: degreesMinutes(lat.slice(0, -1), lat.slice(-1)),
    lon: degreesMinutes(lon.slice(0, -1), lon.slice(-1)),
    speedKph,
    courseDeg,
  }));
  return {
    kind: 'report',
    ...timed(
      timeIfAny(() => dayFirst(day, clock)),
      place,
    ),
    attributes: alarmOf(type),
  };
}

/** Cells and wireless networks around it, then ddmmyy, hhmmss: it has no fix. Null where that is not what it says. */
export function cellsOnly(type: string, fields: Fields): Message | null {
  const day = fields.find((field, index) => /^\d{6}$/.test(field) && /^\d{6}$/.test(fields.field(index + 1) ?? ''));
  if (!type.startsWith('DW') || day < 0) return null;
  const time = timeIfAny(() => dayFirst(fields.field(day) ?? '', fields.field(day + 1) ?? ''));
  return {
    kind: 'report',
    deviceTime: time,
    fix: null,
    attributes: alarmOf(type),
  };
}

/** Battery levels and tensions that are not measured. */
const [NO_LEVEL, NOT_MEASURED] = [255, 65_535];

const voltsOf = (value: number | undefined, divisor: number) =>
  value === undefined || value === NOT_MEASURED ? undefined : value / divisor;

/** ddmmyy, hhmmss, level 0 to 6, hundredths of a volt of the battery, tenths of a volt of the vehicle. */
export function battery(fields: Fields): Message {
  const [day, clock] = [fields.text(), fields.text()];
  const [level = NO_LEVEL, hundredths, tenths] = [fields.numberIfAny(), fields.numberIfAny(), fields.numberIfAny()];
  return {
    kind: 'heartbeat',
    deviceTime: timeIfAny(() => dayFirst(day, clock)),
    fix: null,
    attributes: {
      batteryPercent: level === NO_LEVEL ? undefined : percentOf(level),
      batteryV: voltsOf(hundredths, 100),
      powerV: voltsOf(tenths, 10),
    },
  };
}

/** 6 is full, 4 is more than half, 1 to 3 are nearly empty (protocol, "battery level"). */
const percentOf = (level: number) => Math.min(100, Math.max(0, (level - 1) * (level <= 3 ? 10 : 20)));
