// npm run -s bench:decode: frames a second that each decoder decodes on one thread, one line of JSON each. Uses the
// project's own samples, or recorded ones: --frames DIR contains <protocol>.jsonl with {kind, data} per line.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fromHex } from '@milepost/protocols/tools/bytes';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { SAMPLES } from '@milepost/protocols/samples.fixture';
import type { StreamProtocol } from '@milepost/protocols/types';

const { values } = parseArgs({
  options: {
    frames: { type: 'string' },
    seconds: { type: 'string', default: '1' },
    protocol: { type: 'string', multiple: true },
  },
});
const SECONDS = Number(values.seconds);
/** A new conversation starts after this many frames, as devices reconnect. */
const FRAMES_A_CONVERSATION = 1000;

function framesOf({ name }: StreamProtocol): Uint8Array[] {
  const file = values.frames === undefined ? '' : path.join(values.frames, `${name}.jsonl`);
  if (!existsSync(file)) return [...(SAMPLES[name] ?? [])];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const { kind, data }: { kind: string; data: string } = JSON.parse(line);
    return (kind === 'hex' ? fromHex(data) : kind === 'text' ? new TextEncoder().encode(data) : null) ?? [];
  });
}

function framesASecond(protocol: StreamProtocol, frames: readonly Uint8Array[], seconds: number): number {
  const end = performance.now() + seconds * 1000;
  const start = performance.now();
  let read = 0;
  while (performance.now() < end) {
    const decoder = protocol.newDecoder('tcp');
    for (let turn = 0; turn < FRAMES_A_CONVERSATION; turn += 1) {
      const frame = frames[turn % frames.length];
      if (frame) decoder.decode(frame);
    }
    read += FRAMES_A_CONVERSATION;
  }
  return read / ((performance.now() - start) / 1000);
}

for (const protocol of PROTOCOLS) {
  if (protocol.kind !== 'stream') continue;
  if (values.protocol !== undefined && !values.protocol.includes(protocol.name)) continue;
  const frames = framesOf(protocol);
  framesASecond(protocol, frames, SECONDS / 2); // Warm-up, until the code is compiled.
  const rate = framesASecond(protocol, frames, SECONDS);
  console.log(JSON.stringify({ protocol: protocol.name, frames: frames.length, framesPerSecond: Math.round(rate) }));
}
