import { asciiBytes } from '../tools/text.ts';

export const line = (text: string) => asciiBytes(`${text}\n`);

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  login: line('IDRO:356000000000013'),
  version: line('VERSION:4.1'),
  position: line('NV:260322 101530:-34.905500:-56.191300:40.5:3.5:87.25:12.4'),
  still: line('NV:260322 101630:-34.905500:-56.191300:0:NAN:NAN:12.4'),
  state: line('BC:260322 101530:CSQ1:64:NSQ1:9:NSQ2:1:BAT1:98:PWR1:11.7:CLG1:NAN'),
};

export const SAMPLES = Object.values(FRAMES);
