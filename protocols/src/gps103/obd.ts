import type { Fields } from '../tools/fields.ts';
import type { Message } from '../types.ts';

/**
 * Reads these fields in order: "OBD", local time, odometer in km, litres an hour, litres for 100 km, hours of driving,
 * speed, load in percent, coolant in °C, throttle in percent, rpm, volts of the vehicle's battery, trouble codes. Null
 * if it contains no values: an engine that is off.
 */
export function obd(fields: Fields): Message | null {
  fields.skip(2);
  const odometerKm = numberOf(fields);
  const [fuelLPerHour, fuelLPer100Km, hours] = [numberOf(fields), numberOf(fields), numberOf(fields)];
  const speed = numberOf(fields);
  const engineLoadPercent = numberOf(fields);
  const coolantC = numberOf(fields);
  const throttlePercent = numberOf(fields);
  const engineRpm = numberOf(fields);
  const powerV = numberOf(fields);
  const codes = fields
    .rest()
    .split(',')
    .filter((code) => /^[PCBU][0-9A-F]{4}$/.test(code));
  if (odometerKm === undefined && powerV === undefined) return null;
  return {
    kind: 'report',
    deviceTime: null,
    fix: null,
    attributes: {
      ...(odometerKm !== undefined && { odometerM: odometerKm * 1000 }),
      fuelLPerHour,
      fuelLPer100Km,
      ...(hours !== undefined && { engineHoursS: hours * 3600 }),
      ...(speed !== undefined && { obdSpeedKph: speed }),
      ...(engineLoadPercent !== undefined && { engineLoadPercent }),
      ...(coolantC !== undefined && { coolantC }),
      ...(throttlePercent !== undefined && { throttlePercent }),
      ...(engineRpm !== undefined && { engineRpm }),
      ...(powerV !== undefined && { powerV }),
      ...(codes.length > 0 && { troubleCodes: codes }),
    },
  };
}

/** Reads a number with or without a trailing "%"; undefined for "", "+" and similar. */
function numberOf(fields: Fields): number | undefined {
  const value = Number.parseFloat(fields.left > 0 ? fields.text() : '');
  return Number.isFinite(value) ? value : undefined;
}
