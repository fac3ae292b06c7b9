import type { ByteReader } from '../tools/bytes.ts';
import type { Attributes, Message } from '../types.ts';

/**
 * Message 0x0900, behind the byte of its channel: the data of a device behind the tracker, such as a card reader or an
 * adapter on the engine. Null for data of any other form.
 */
export function transparent(body: ByteReader): Message[] | null {
  const text = body.text(body.remaining);
  const attributes = card(text) ?? engine(text);
  return attributes === null ? null : [{ kind: 'report', deviceTime: null, fix: null, attributes }];
}

/** "GTSL|6|1|0|tag|1|". */
function card(text: string): Attributes | null {
  const at = text.indexOf('GTSL|');
  const tag = at < 0 ? '' : (text.slice(at).split('|')[4] ?? '');
  return tag === '' ? null : { driverTag: tag };
}

/** "$OBD-RT,volts,revolutions,km/h,…". */
function engine(text: string): Attributes | null {
  const at = text.indexOf('$OBD-RT,');
  if (at < 0) return null;
  const [, volts = '', revolutions = '', speed = ''] = text.slice(at).split(',');
  const told = {
    powerV: Number.parseFloat(volts),
    engineRpm: Number.parseFloat(revolutions),
    obdSpeedKph: Number.parseFloat(speed),
  };
  return Object.fromEntries(Object.entries(told).filter(([, value]) => Number.isFinite(value)));
}
