import { asciiBytes } from '../tools/text.ts';

const ID = '356000000000013';
const place = (clock: string) => `$GPRMC,${clock},A,3454.3300,S,05611.4780,W,21.60,87.00,220326,,,A*58\r\n`;

/** Frames constructed from the makers' descriptions, not recorded from a device. */
export const FRAMES = {
  plain: asciiBytes(`#${ID}#MT710#0000#AUTO#1\r\n#4106#${place('101530.00')}##`),
  volts: asciiBytes(`#${ID}#MT600+#0000#1#2#139#41#215#AUTOLOW#1\r\n#072030fcf21${place('101530.00')}##`),
  several: asciiBytes(`#${ID}#V500#0000#SOS#2\r\n#38${place('101530.00')}#39${place('101600.00')}##`),
  empty: asciiBytes(`#${ID}##0000#AUTOSTOP#1\r\n#13AE2F8F${place('101530.000')}##`),
  networks: asciiBytes(
    `#${ID}#MT700NW#0000#TOWED#1\r\n#4502$WIFI,101530.00,A,-50,7683C2CBC0B0,-51,7683C29BC0B0,220326*78\r\n##`,
  ),
};

export const SAMPLES = Object.values(FRAMES);
