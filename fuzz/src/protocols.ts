import * as gt06 from '@milepost/protocols/gt06/device';
import { sealFrame } from '@milepost/protocols/gt06/frame';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { REQUESTS, SAMPLES } from '@milepost/protocols/samples.fixture';
import * as teltonika from '@milepost/protocols/teltonika/device';
import type { HttpProtocol, Message, StreamProtocol } from '@milepost/protocols/types';
import { mutateBytes, mutateText } from './mutate.ts';
import type { Random } from './random.ts';
import { assertHolds, type Target } from './run-target.ts';

const IMEI = '356307042441013';
const AT = new Date('2026-03-01T12:00:00Z');
const PLACE = { time: AT, lat: -34.9, lon: -56.18, speedKph: 40, courseDeg: 90 };
const POSITION = { ...PLACE, satellites: 9, valid: true, ignition: true, archived: false };

/** Frames as a device would send them. */
const GT06 = [
  gt06.encodeLogin(IMEI, 1),
  gt06.encodePosition(POSITION, 2),
  gt06.encodePosition({ ...POSITION, odometerM: 123_456 }, 3),
  gt06.encodeModulePosition(POSITION, { powerV: 12.3, batteryV: 4.1, odometerM: 1000 }, 4),
  gt06.encodeReply('RELAY:OK', 1, 5),
];
const RECORD = { ...PLACE, ignition: true, powerV: 12.4, odometerM: 1000, driverTag: '0123456789abcdef' };
/** The data of a frame, between its length and its checksum. */
const AVL = ([0x08, 0x8e, 0x10] as const).map((codec) => teltonika.encodeAvl([RECORD, RECORD], codec).subarray(8, -4));

function gt06Frame(random: Random): Uint8Array {
  const frame = mutateBytes(random, random.pick(GT06));
  // With a correct checksum the rest is decoded too.
  if (frame.length > 10 && random.chance(0.7)) {
    frame[2] = frame.length - 5;
    if (random.chance(0.5)) frame[3] = random.below(256);
    sealFrame(frame, random.below(65_536));
  }
  return frame;
}

function teltonikaFrame(random: Random): Uint8Array {
  if (random.chance(0.1)) return mutateBytes(random, teltonika.encodeLogin(IMEI));
  const data = mutateBytes(random, random.pick(AVL));
  const frame = teltonika.encodeTcpFrame(data);
  return random.chance(0.7) ? frame : mutateBytes(random, frame);
}

/** Protocols whose frames are decoded only with a correct checksum; samples of the others are mutated directly. */
const STREAMS: Record<string, (random: Random) => Uint8Array> = { gt06: gt06Frame, teltonika: teltonikaFrame };

function frameMaker(name: string): (random: Random) => Uint8Array {
  const samples = SAMPLES[name];
  return STREAMS[name] ?? ((random) => mutateBytes(random, random.pick(samples ?? [])));
}

/** @throws if they could not be stored */
export function checkMessages(messages: readonly Message[], sent: number): void {
  for (const { fix, deviceTime } of messages) {
    assertHolds(deviceTime === null || Number.isFinite(deviceTime.getTime()), 'a device time is none');
    if (!fix) continue;
    assertHolds(Number.isFinite(fix.time.getTime()), 'the time of a fix is none');
    assertHolds(Math.abs(fix.lat) <= 90 && Math.abs(fix.lon) <= 180, `a fix at ${fix.lat}, ${fix.lon}`);
    assertHolds(
      fix.speedKph >= 0 && fix.courseDeg >= 0 && fix.courseDeg < 360,
      `a fix at ${fix.speedKph}, ${fix.courseDeg}`,
    );
  }
  const most = 200_000 + 400 * sent;
  // A short frame with few messages cannot contain that much.
  if (messages.length < 50 && sent < 2000) return;
  const decodedBytes = JSON.stringify(messages).length;
  assertHolds(decodedBytes < most, `${sent} bytes said ${decodedBytes}`);
}

function streamStep(random: Random, protocol: StreamProtocol, note: (input: unknown) => void): void {
  const frameOf = frameMaker(protocol.name);
  const frames = Array.from({ length: 1 + random.below(6) }, () => frameOf(random));
  const login = SAMPLES[protocol.name]?.[0];
  if (login && random.chance(0.3)) frames.unshift(login);
  const stream = Buffer.concat(frames);
  const transport = random.pick(protocol.transports);
  const size = random.pick([1, 2, 7, 64, 1500, 65_536]);
  note({ protocol: protocol.name, transport, size, hex: stream.toString('hex') });
  const framer = protocol.newFramer();
  const decoder = protocol.newDecoder(transport);
  for (let at = 0; at < stream.length; at += size) {
    const chunk = Uint8Array.from(stream.subarray(at, at + size));
    for (const frame of framer.push(chunk)) {
      assertHolds(frame.length <= protocol.maxFrameBytes, `a frame of ${frame.length} bytes`);
      checkMessages(decoder.decode(frame).messages, frame.length);
    }
    assertHolds(framer.pendingBytes <= protocol.maxFrameBytes + chunk.length, `${framer.pendingBytes} bytes are held`);
  }
}

function httpStep(random: Random, protocol: HttpProtocol, note: (input: unknown) => void): void {
  const sample = random.pick(REQUESTS[protocol.name] ?? []);
  const request = { ...sample, url: mutateText(random, sample.url), body: mutateText(random, sample.body) };
  note({ protocol: protocol.name, request });
  const { messages, reply } = protocol.decode(request, AT);
  assertHolds(reply.status >= 200 && reply.status < 500, `answered ${reply.status}`);
  checkMessages(messages, request.url.length + request.body.length);
}

/** Framers and decoders: nearly valid frames, in pieces. */
export function protocolsTarget(): Target {
  return {
    step: (random, note) => {
      const protocol = random.pick(PROTOCOLS);
      if (protocol.kind === 'stream') streamStep(random, protocol, note);
      else httpStep(random, protocol, note);
    },
    stop: () => Promise.resolve(),
  };
}
