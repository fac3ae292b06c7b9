import { PROTOCOLS } from '@milepost/protocols/registry';
import { SAMPLES } from '@milepost/protocols/samples.fixture';
import type { Decoder, StreamProtocol } from '@milepost/protocols/types';
import { mutateBytes } from './mutate.ts';
import { checkMessages } from './protocols.ts';
import { type Random, randomOf } from './random.ts';
import { learnSeal } from './reseal.ts';
import { type Finding, assertHolds } from './run-target.ts';

/** One decoder's result for its frames. */
export interface DecoderResult {
  protocol: string;
  frames: number;
  /** The number of frames that were decoded; the others were rejected with a fault. */
  read: number;
  /** Whether mutated frames get a correct checksum. */
  isSealed: boolean;
  seconds: number;
  findings: Finding[];
}

/** Frames per conversation: earlier state is kept, and is mostly valid. */
const A_CONVERSATION = 12;
/** The longest allowed time for one frame, milliseconds; pauses of the garbage collector do not count. */
const SLOWEST_MS = 10;
/** The number of retries of a slow frame, to distinguish a slow decoder from a busy machine. */
const TRIES = 5;

/** Returns the frames of the samples, as cut by the framer. */
function framesOf(protocol: StreamProtocol): Uint8Array[] {
  return (SAMPLES[protocol.name] ?? []).flatMap((sample) => {
    const frames = protocol.newFramer().push(sample);
    return frames.length > 0 ? frames : [sample];
  });
}

/** Sends nearly valid frames to a decoder and checks its results. */
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
      if (performance.now() - from > SLOWEST_MS) assertHolds(isFast(protocol, bytes), `slower than ${SLOWEST_MS} ms`);
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
