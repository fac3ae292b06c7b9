import { typeName, unknownMessage } from '../tools/bad-frame.ts';
import { byWord } from '../tools/by-word.ts';
import type { ByteReader } from '../tools/bytes.ts';
import type { Attributes, Decoded, Message } from '../types.ts';
import { dateAhead, readClock } from './fix.ts';
import type { Packet } from './frame.ts';
import { acknowledge, decoded, message } from './outcome.ts';

/**
 * 0x94: various information about the device, by sub-type (Concox manual, information transmission packet). Not
 * answered.
 */

/** In short frames: the supply in 1/100 V. */
export function decodeShortInformation(packet: Packet): Decoded {
  return report({ powerV: packet.reader.i16() / 100 });
}

/** Decodes 0x14: the number of received satellites, and the strength of each. */
export function decodeSatellites(packet: Packet): Decoded {
  const { messages } = report({ satellitesVisible: packet.reader.u8() });
  return decoded(messages, [acknowledge(packet, 'now')]);
}

function report(attributes: Attributes, deviceTime: Message['deviceTime'] = null): Decoded {
  return decoded([message('report', null, attributes, deviceTime)]);
}

const LONGEST_TEXT = 500;

const READERS: Readonly<Record<number, (reader: ByteReader, attributes: Attributes) => void>> = {
  0x00: (reader, attributes) => {
    attributes.powerV = reader.u16() / 100;
  },
  0x04: readSettings,
  // The result of the device's self-test, as text.
  0x08: (reader, attributes) => {
    const text = reader.text(reader.remaining).replaceAll('\0', ' ').trim();
    if (/^[\x20-\x7e\r\n]+$/.test(text)) attributes.selfTest = text.slice(0, LONGEST_TEXT);
  },
  0x09: readReception,
  0x0a: (reader, attributes) => {
    reader.skip(16); // IMEI, IMSI
    attributes.iccid = reader.hex(10).replace(/f+$/, '');
  },
  0x0b: (reader, attributes) => {
    if (reader.remaining >= 2) attributes.powerV = reader.u16() / 100;
    else attributes.networkTechnology = reader.u8() > 0 ? '4G' : '2G';
  },
  0x0d: readFuelProbe,
  0x15: readProbes,
  0x1b: readSerialCard,
  0x1e: (reader, attributes) => {
    attributes.temperature1C = reader.i32() / 10;
    attributes.humidityPercent = reader.i32() / 10;
  },
};

export function decodeInformation(packet: Packet): Decoded {
  const { reader } = packet;
  const subType = reader.u8();
  if (subType === 0x05) return doors(packet);
  const read = READERS[subType];
  if (read === undefined) return unknownMessage(`${typeName(packet.type)}/${typeName(subType)}`);
  const attributes: Attributes = {};
  read(reader, attributes);
  return report(attributes);
}

/** Door and input, in later firmware after the time. */
function doors({ reader, session }: Packet): Decoded {
  const time = reader.remaining >= 7 && dateAhead(reader, 0) ? readClock(reader, session) : null;
  const bits = reader.u8();
  return report({ door: (bits & 0x01) !== 0, input1: (bits & 0x04) !== 0 }, time);
}

/**
 * Reads for each of two satellite systems (GPS, then BeiDou): the receiver's state, the number of satellites in the fix
 * with the strength of each, and the number of other visible satellites with theirs.
 */
function readReception(reader: ByteReader, attributes: Attributes): void {
  let [used, others] = [0, 0];
  for (let system = 0; system < 2 && reader.remaining >= 2; system += 1) {
    reader.skip(1);
    const inFix = reader.u8();
    reader.skip(Math.min(inFix, reader.remaining));
    const visible = reader.remaining > 0 ? reader.u8() : 0;
    reader.skip(Math.min(visible, reader.remaining));
    used += inFix;
    others += visible;
  }
  attributes.satellites = used;
  attributes.satellitesVisible = used + others;
}

const SETTINGS = byWord<string>({
  ALM1: 'alarm1Status',
  ALM2: 'alarm2Status',
  ALM3: 'alarm3Status',
  ALM4: 'alarm4Status',
  STA1: 'otherStatus',
  DYD: 'engineStatus',
});

/** Reads `ALM1=45;STA1=40;DYD=01;…`: values in hexadecimal. */
function readSettings(reader: ByteReader, attributes: Attributes): void {
  for (const pair of reader.text(reader.remaining).split(';')) {
    const [key = '', value = ''] = pair.split('=', 2);
    const name = SETTINGS[key];
    if (name !== undefined && /^[0-9A-Fa-f]+$/.test(value)) attributes[name] = Number.parseInt(value, 16);
    else if (key === 'ICCID') attributes.iccid = value.replace(/f+$/i, '');
  }
}

const FUEL = /^!AIOIL,\d+,\d+\.\d+,(-?\d+\.\d+),[^,]+,\d{3}\d?,(\d+\.\d+),/;

/** Reads the text of an ultrasonic fuel probe: `!AIOIL,02,002.720,029.500,524J,0100,003.400,0,00,93`. */
function readFuelProbe(reader: ByteReader, attributes: Attributes): void {
  if (reader.peek() !== 0x21) reader.skip(6);
  const found = FUEL.exec(reader.text(reader.remaining));
  if (found === null) return;
  attributes.temperature1C = Number(found[1]);
  attributes.fuelLevel = Number(found[2]);
}

/** 1-wire thermometers: their number, then each with an id of eight bytes and signed hundredths of a degree. */
function readProbes(reader: ByteReader, attributes: Attributes): void {
  reader.skip(1);
  for (let probe = 1; reader.remaining >= 10; probe += 1) {
    attributes[`probe${probe}Id`] = reader.hex(8);
    attributes[`temperature${probe}C`] = reader.i16() / 100;
  }
}

/** Reads a card from the serial port: text, or a header, a kind, four bytes of card, checksum, end. */
function readSerialCard(reader: ByteReader, attributes: Attributes): void {
  const first = reader.peek() ?? 0;
  if ((first >= 0x41 && first <= 0x5a) || (first >= 0x61 && first <= 0x7a)) {
    attributes.serialData = reader.text(reader.remaining).trim();
    return;
  }
  reader.skip(2);
  attributes.driverTag = reader.hex(4);
}
