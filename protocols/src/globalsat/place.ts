import { type Fields } from '../tools/fields.ts';
import { fixOf } from '../tools/fix.ts';
import { dayFirst, degreesMinutes, KNOT_KPH } from '../tools/units.ts';
import type { Attributes, Fix } from '../types.ts';

/** No satellites, by the field before the date. */
const NO_FIX = '1';

/**
 * Reads around the longitude, which alone begins with E or W: fix, ddmmyy, hhmmss, longitude, latitude, metres above
 * sea level, knots, course, satellites, HDOP, volts.
 */
export function newPositionReader(fields: Fields, longitudeAt: number) {
  const validity = fields.field(longitudeAt - 3) ?? '';
  const time = dayFirst(fields.field(longitudeAt - 2) ?? '', fields.field(longitudeAt - 1) ?? '');
  return {
    fix(): Fix {
      fields.at = longitudeAt;
      const [lon, lat] = [sided(fields.text()), sided(fields.text())];
      const altitudeM = fields.numberIfAny() ?? null;
      const [knots, courseDeg] = [fields.numberIfAny() ?? 0, fields.numberIfAny() ?? 0];
      const valid = validity !== '' && validity !== NO_FIX;
      return fixOf({ time, valid, lat, lon, altitudeM, speedKph: knots * KNOT_KPH, courseDeg });
    },
    /** The fields after the fix. */
    reception(attributes: Attributes, hdopMayLack: boolean): void {
      const satellites = fields.numberIfAny();
      if (satellites !== undefined) attributes.satellites = satellites;
      if (hdopMayLack && fields.left === 0) return;
      const hdop = fields.numberIfAny();
      if (hdop !== undefined) attributes.hdop = hdop;
    },
    /** The fields after the reception: volts of the vehicle and of the battery, or only of the battery. */
    volts(attributes: Attributes, isVehicle: boolean): void {
      for (const name of isVehicle ? ['powerV', 'batteryV'] : ['batteryV']) {
        const value = voltsOf(fields.peek() ?? '');
        if (value === null) return;
        fields.skip();
        attributes[name] = value;
      }
    },
  };
}

/** "E12129.2839": the hemisphere first. */
const sided = (text: string) => degreesMinutes(text.slice(1), text[0] ?? '');

/** "12380mV" or "12.3V". */
function voltsOf(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)(m?)V$/.exec(text);
  return match === null ? null : Number(match[1]) / (match[2] === 'm' ? 1000 : 1);
}
