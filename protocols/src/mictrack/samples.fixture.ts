import { asciiBytes } from '../tools/text.ts';

const ID = '356000000000013';

export const report = (kind: string, content: string) => asciiBytes(`MT;6;${ID};${kind};${content}\n`);

/** Encodes 10:15:30, a fix, 34°54.33' south, 56°11.478' west, 21.6 knots, 87.5°, -12.5 m, 22 March 2026. */
export const POSITION = '101530.00,A,3454.3300,S,05611.4780,W,21.6,87.5,-12.5,220326';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  position: report('R0', '9+260322101530+-34.9055+-56.1913+40.5+87+2+3744+113'),
  sos: report('R0', '9+260322101530+-34.9055+-56.1913+0.0+0+5+3744+113'),
  cell: report('R3', '260322101530+1,12345678,1234,748,50+8+3412+0'),
  both: report('R12', '260322101530+02:00:00:00:00:01,-60+1,12345,1234,748+3+3831+0'),
  withIdentity: report('Y1', '260322101530+a+b,02:00:00:00:00:01,-60+0+4092+1'),
  alive: report('RH', '0+260322101530+0+0+0+0+4+3900+1'),
  places: asciiBytes(`${ID}$${POSITION}$${POSITION.replace('101530', '101600').replace('21.6', '')}\n`),
  outcome: asciiBytes(`${ID} mode=Success!\n`),
  nameless: asciiBytes('mode=Success!\n'),
};

export const SAMPLES = Object.values(FRAMES);
