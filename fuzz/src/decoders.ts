import { PROTOCOLS } from '@milepost/protocols/registry';
import { SAMPLES } from '@milepost/protocols/samples.fixture';
import type { Decoder, StreamProtocol } from '@milepost/protocols/types';
import { mutateBytes } from './mutate.ts';
import { checkMessages } from './protocols.ts';
import { type Random, randomOf } from './random.ts';
import { learnSeal } from './reseal.ts';
import { type Finding, must } from './run-target.ts';

/** What one decoder made of its frames. */
export interface DecoderResult {
  protocol: string;
  frames: number;
  /** Of which so many were read; the others were refused in words. */
  read: number;
  /** Whether changed frames are given a right check. */
  isSealed: boolean;
  seconds: number;
  findings: Finding[];
}

/** Frames of one conversation: what was said before is remembered, and mostly right. */
const A_CONVERSATION = 12;
/** The longest that one frame may take, milliseconds; a pause of the collector is not the decoder's. */
const SLOWEST_MS = 10;
/** A slow frame is tried so often again, to tell the decoder from the machine. */
const TRIES = 5;

/** Frames of the samples, as the framer cuts them. */
function framesOf(protocol: StreamProtocol): Uint8Array[] {
  return (SAMPLES[protocol.name] ?? []).flatMap((sample) => {
    const frames = protocol.newFramer().push(sample);
    return frames.length > 0 ? frames : [sample];
  });
}

/** Gives a decoder so many frames that are nearly right, and looks at what it says of them. */
export function tryDecoder(protocol: StreamProtocol, count: number, seed: number): DecoderResult {
  const samples = framesOf(protocol);
  const seal = learnSeal(samples);
  const begun = performance.now();
  const findings: Finding[] = [];
  let read = 0;
  let decoder: Decoder = protocol.newDecoder('tcp');
  let random: Random = randomOf(seed);
  for (let frame = 0; frame < count && findings.length < 5; frame += 1) {
    if (frame % A_CONVERSATION === 0) {
      random = randomOf(seed + frame);
      decoder = protocol.newDecoder(random.pick(protocol.transports));
      const [login] = samples;
      if (login) decoder.decode(login);
    }
    const bytes = mutateBytes(random, random.pick(samples));
    if (seal && random.chance(0.9)) seal(bytes);
    const from = performance.now();
    try {
      const decoded = decoder.decode(bytes);
      if (decoded.fault === undefined) read += 1;
      checkMessages(decoded.messages, bytes.length);
      if (performance.now() - from > SLOWEST_MS) must(isFast(protocol, bytes), `slower than ${SLOWEST_MS} ms`);
    } catch (error) {
      const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
      findings.push({ seed, step: frame, what, input: Buffer.from(bytes).toString('hex') });
    }
  }
  const seconds = (performance.now() - begun) / 1000;
  return { protocol: protocol.name, frames: count, read, isSealed: seal !== null, seconds, findings };
}

function isFast(protocol: StreamProtocol, bytes: Uint8Array): boolean {
  for (let turn = 0; turn < TRIES; turn += 1) {
    const decoder = protocol.newDecoder(protocol.transports[0] ?? 'tcp');
    const from = performance.now();
    decoder.decode(bytes);
    if (performance.now() - from <= SLOWEST_MS) return true;
  }
  return false;
}

export const streamProtocols = (): StreamProtocol[] => PROTOCOLS.filter((protocol) => protocol.kind === 'stream');
