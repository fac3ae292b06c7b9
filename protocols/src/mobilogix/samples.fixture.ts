import { asciiBytes } from '../tools/text.ts';

const ID = '201900000013';

export const message = (type: string, content: string, live = 1) =>
  asciiBytes(`[2026-03-22 10:15:30,${type},${live},V1.3.5,${ID},${content}]\r\n`);

export const POSITION = '3F,12.18,991,-34.905500,-56.191300,40,87';

/** Frames without the line end, constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  login: message('T1', '3596'),
  battery: message('T8', '3596'),
  state: message('T14', '53,12.18'),
  position: message('T3', `${POSITION},4.08,0,19516`),
  archived: message('T10', '59,0.50,082,-34.905500,-56.191300,0,145', 0),
};

export const SAMPLES = Object.values(FRAMES);
