/** Decodes one frame or datagram. The kinds can be distinguished by their bytes, so TCP and UDP share one decoder. */
import { withoutUnsetClocks } from '../tools/bad-frame.ts';
import { ByteReader, FrameTooShort, u32At } from '../tools/bytes.ts';
import { crc16Ibm } from '../tools/crc16.ts';
import type { Decoded, Decoder, Message, Reply } from '../types.ts';
import { encodeCommand } from './commands.ts';
import { readData } from './data.ts';
import { FrameFault } from './frame-fault.ts';

const KEEP_ALIVE = 0xff;
/** Bytes before and after the data of a TCP packet: preamble and length, checksum. */
const DATA_AT = 8;
const CHECKSUM_BYTES = 4;
const LENGTH_AT = 4;
/** Bytes of a UDP packet before the IMEI: length, packet id, a fixed byte, AVL packet id, length of the IMEI. */
const UDP_HEAD_BYTES = 8;

/** The acknowledgement of each number of records. Shared, since replies are never mutated. */
const STORED_REPLIES: (Reply | undefined)[] = [];
const storedReply = (records: number): Reply =>
  (STORED_REPLIES[records] ??= { when: 'stored', bytes: new Uint8Array([0, 0, 0, records]) });

const simply = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

/** A TCP packet of records: acknowledged with their number as 4 bytes. */
function readTcpPacket(frame: Uint8Array, strict: boolean): Decoded {
  const whole = frame.length - CHECKSUM_BYTES;
  if (strict) {
    const length = u32At(frame, LENGTH_AT);
    if (DATA_AT + length !== whole) throw new FrameFault(`length ${length} in a frame of ${frame.length} bytes`);
    if (u32At(frame, whole) !== crc16Ibm(frame, DATA_AT, whole)) throw new FrameFault('the checksum is wrong');
  }
  const { messages, identities, records } = readData(frame, DATA_AT, strict ? whole : frame.length, strict);
  if (records === null) return { identities, messages, replies: [] };
  return { identities, messages, replies: [storedReply(records)] };
}

function readIdentity(reader: ByteReader, length: number): string {
  const identity = reader.text(length);
  if (!/^[0-9A-Za-z]{1,20}$/.test(identity)) throw new FrameFault('the identity is not readable');
  return identity;
}

/** Reads a UDP packet: channel header, IMEI, records; acknowledged with both packet ids and the number of records. */
function readUdpPacket(frame: Uint8Array, strict: boolean): Decoded {
  const reader = new ByteReader(frame, 2);
  const packetId = reader.u16();
  reader.skip(1);
  const avlPacketId = reader.u8();
  const imei = readIdentity(reader, reader.u16());
  const { messages, records } = readData(frame, reader.offset, frame.length, strict);
  if (records === null) return { identities: [imei], messages, replies: [] };
  const bytes = new Uint8Array([0, 5, packetId >> 8, packetId & 0xff, 1, avlPacketId, records]);
  return { identities: [imei], messages, replies: [{ when: 'stored', bytes }] };
}

/** Length and IMEI: the first message on a TCP connection, accepted with 01. */
function readLogin(frame: Uint8Array): Decoded {
  const reader = new ByteReader(frame);
  const identity = readIdentity(reader, reader.u16());
  if (reader.remaining > 0) throw new FrameFault(`${reader.remaining} bytes after the login`);
  return {
    identities: [identity],
    messages: [simply('login')],
    replies: [{ when: 'now', bytes: new Uint8Array([1]) }],
  };
}

function isTcpPacket(frame: Uint8Array): boolean {
  return frame.length > DATA_AT && frame[0] === 0 && frame[1] === 0 && frame[2] === 0 && frame[3] === 0;
}

/** A fixed 1 where a login has a digit; the length before it adds nothing to the datagram's own. */
const isUdpPacket = (frame: Uint8Array): boolean => frame.length > UDP_HEAD_BYTES && frame[4] === 1;

function readFrame(frame: Uint8Array, strict: boolean): Decoded {
  if (frame.length === 1 && frame[0] === KEEP_ALIVE) {
    return { identities: [], messages: [simply('heartbeat')], replies: [] };
  }
  if (isTcpPacket(frame)) return readTcpPacket(frame, strict);
  return isUdpPacket(frame) ? readUdpPacket(frame, strict) : readLogin(frame);
}

function newDecoder(strict: boolean): Decoder {
  return {
    decode(frame) {
      try {
        return withoutUnsetClocks(readFrame(frame, strict));
      } catch (error) {
        if (!(error instanceof FrameFault) && !(error instanceof FrameTooShort)) throw error;
        return { identities: [], messages: [], replies: [], fault: error.message };
      }
    },
    encode: encodeCommand,
  };
}

/** Creates a decoder for one connection, over TCP or UDP. */
export const newTeltonikaDecoder = (): Decoder => newDecoder(true);

/**
 * Reads captured frames more tolerantly than a connection does: published captures often have a wrong checksum, a wrong
 * length or a cut end. A device has to resend such a frame, but a person still needs its content. The records must be
 * consistent in any case.
 */
export const newTeltonikaInspector = (): Decoder => newDecoder(false);
