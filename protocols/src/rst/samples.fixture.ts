import { asciiBytes } from '../tools/text.ts';

const HEAD = 'RST-MINIv2;V7.04;004500013';

export const message = (content: string, way = 'L') => asciiBytes(`RST;${way};${HEAD};${content};FIM;`);

export const POSITION =
  '22-03-2026 10:15:32;22-03-2026 10:15:30;-34.905500;-56.191300;40;87;12;1;9;1;00;B0;00;1A;02;12.24;4.00;125037;23;FE;0000;01;C0';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  position: message(`177;1;${POSITION};00800061;0;167`),
  driver: message(`248;55;${POSITION};001606017031;0002`, 'A'),
  answer: message('1;134', 'A'),
  journey: message('124;29;04-04-2021 17:27:26;04-04-2021 17:27:26;-1.280811;-47.931755;7353;79;1;14;7315;26', 'A'),
};

export const SAMPLES = Object.values(FRAMES);
