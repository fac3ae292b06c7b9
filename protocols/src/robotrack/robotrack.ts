import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { bareMessage, decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { fixOf } from '../tools/fix.ts';
import { isImei } from '../tools/imei.ts';
import { switches } from '../tools/switches.ts';
import type { Attributes, Decoded, Message, StreamProtocol } from '../types.ts';
import { ACKNOWLEDGEMENT, BY_NETWORK, BY_SATELLITES, IDENTITY, MAX_FRAME_BYTES, newRobotrackFramer } from './framer.ts';
import { sum } from './sum.ts';

/** RoboTrack's trackers: binary frames over TCP. */
export const robotrack: StreamProtocol = {
  kind: 'stream',
  name: 'robotrack',
  title: 'RoboTrack',
  defaultPort: 5163,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newRobotrackFramer,
  newDecoder: () => newConversation(read),
};

const NAME_BYTES = 16;
const IMEI_BYTES = 15;
const WELCOME = [ACKNOWLEDGEMENT, 0x01];
/** Only an identification is answered. */
const WELCOMED = Uint8Array.of(...WELCOME, sum(Uint8Array.from(WELCOME), 0, WELCOME.length));
/** Steps of a full battery. */
const FULL = 7;

/**
 * Layout and answer as in the Traccar server's exchange with RoboTrack devices; the maker's own document is not public.
 * Pictures are not read.
 */
function read(frame: Uint8Array): Decoded {
  const last = frame.length - 1;
  if (last < 1 || sum(frame, 0, last) !== frame[last]) throw new BadFrame('no frame of RoboTrack');
  const reader = new ByteReader(frame, 0, last);
  switch (reader.u8()) {
    case IDENTITY: {
      reader.skip(NAME_BYTES);
      const imei = reader.text(IMEI_BYTES);
      if (!isImei(imei)) throw new BadFrame(`"${imei}" is no IMEI`);
      return decodedFrom([imei], bareMessage('login'), [{ when: 'now', bytes: WELCOMED }]);
    }
    case BY_SATELLITES:
      return decodedFrom([], bySatellites(reader));
    case BY_NETWORK:
      return decodedFrom([], byNetwork(reader));
    default:
      return decodedFrom([], null);
  }
}

/** Reads these fields in order: seconds since 1970, millionths of degrees, km/h. Little-endian. */
function bySatellites(reader: ByteReader): Message {
  const time = new Date(reader.u32le() * 1000);
  const [lat, lon, speedKph] = [reader.i32le() / 1e6, reader.i32le() / 1e6, reader.u8()];
  return reportOf(fixOf({ time, valid: true, lat, lon, speedKph }), state(reader));
}

/** Reads these fields in order: seconds since 1970, country, network, area and cell, and a reserved byte. */
function byNetwork(reader: ByteReader): Message {
  const time = new Date(reader.u32le() * 1000);
  const [mcc, mnc, lac, cellId] = [reader.u16le(), reader.u16le(), reader.u16le(), reader.u16le()];
  reader.skip(1);
  return reportOf(null, { mcc, mnc, lac, cellId, ...state(reader) }, time);
}

/**
 * Reads these fields in order: satellites, signal and whether it moves; charger, four inputs and the battery; degrees
 * Celsius; three analogues.
 */
function state(reader: ByteReader): Attributes {
  const [reception, power] = [reader.u8(), reader.u8()];
  const attributes: Attributes = {
    satellites: reception & 0x0f,
    rssi: (reception >> 4) & 7,
    motion: reception >> 7 === 1,
    charging: (power & 1) === 1,
    ...switches('input', power >> 1, 4),
    batteryPercent: Math.round((100 * (power >> 5)) / FULL),
    deviceTemperatureC: reader.i8(),
  };
  for (let input = 1; input <= 3; input += 1) attributes[`adc${input}`] = reader.u16le();
  return attributes;
}
