import { asciiBytes } from '../tools/text.ts';

const PLACE = '260322101528,-3454.3300,-05611.4780,021.6,087';

/** Frames constructed from the maker's protocol, not recorded from a device. */
export const FRAMES = {
  plain: asciiBytes(
    `$SLU006968,06,375,260322101530,24,${PLACE},000125,1,0,0,0,1,0,0,0,10422,36201,13.900,04.120,,1,1*5B\r\n`,
  ),
  none: asciiBytes(
    '$SLU006968,06,376,260322101630,16,,,,,,000125,1,1,0,0,0,0,0,0,10443,32722,12.664,03.910,,0,0*7C\r\n',
  ),
  short: asciiBytes(
    `$SLU356000000000013,06,85,260322101530,01,${PLACE},000082.505,5070,50473,0,12.148,03.507,,100*30\r\n`,
  ),
  long: asciiBytes(
    `$SLU356000000000013,06,101,356000000000013,260322101530,${PLACE},000125,,582,21269,214241628,00.213,03.407,09,Lost Power,0,5,96,0,0,0,1*10\r\n`,
  ),
  reply: asciiBytes('$SLU006968,01,377,OK*10\r\n'),
};

export const SAMPLES = Object.values(FRAMES);
