import { asciiBytes } from '../tools/text.ts';

const ID = '356000000000013';
const PLACE = '260322A3454.3300S05611.4780W040.0101530087.12';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  login: asciiBytes(`TRVAP00${ID}#`),
  watch: asciiBytes(`IWAP00${ID},8901240204123656505f,310240202365650#`),
  heartbeat: asciiBytes('TRVCP01,06000908010102120101010100211#'),
  steps: asciiBytes('IWAP03,06000908000102,5555,30#'),
  position: asciiBytes(`TRVYP14${PLACE}0600090801010200011,748,1,110,41001#`),
  alarm: asciiBytes(`TRVAP10${PLACE}06000908020201,748,1,110,41001,01,zh-cn,00#`),
  cells: asciiBytes('IWAP02,zh_cn,0,2,748,1,110|41001|9,110|41002|23,0,#'),
  pulse: asciiBytes('IWAPHT,60,130,85#'),
};

export const SAMPLES = Object.values(FRAMES);
