import { asciiBytes } from '../tools/text.ts';

const PLACE = '3454.3300,S,05611.4780,W';

/** Frames constructed from NMEA 0183 and its makers' additions, not recorded from a device. */
export const FRAMES = {
  login: asciiBytes('$PGID,356000000000013*0F\r\n'),
  place: asciiBytes(`$GPRMC,101530.00,A,${PLACE},21.60,87.00,220326,,,A*4A\r\n`),
  data: asciiBytes(`$GPGGA,101530.00,${PLACE},1,09,0.9,12.5,M,1.0,M,,*6F\r\n`),
  alone: asciiBytes(`$GNGLL,${PLACE},101600.00,A,A*77\r\n`),
  withIdentity: asciiBytes(`4711/356000000000013/$GPRMC,101630,V,${PLACE},0.0,0.0,220326,,*2A\r\n`),
  tail: asciiBytes(`$GPRMC,101700.000,A,${PLACE},0.00,0.53,220326,D*71,11,356000000000013,1,090,086,1,0\r\n`),
  uBlox: asciiBytes(`$PUBX,00,101800.00,${PLACE},12.5,D3,4.1,5.2,40.0,87.4,-0.05,7.0,0.88,1.21,0.88,24,01012,0*6D\r\n`),
  phone: asciiBytes('$TRCCR,20260322101530.250,A,-34.9055,-56.1913,21.6,87.0,12.5,4.1,*00\r\n'),
  qze: asciiBytes('QZE,356000000000013,35,22032026,101530,-34.90550,-56.19130,40,87,A,1\r\n'),
  messenger: asciiBytes(
    '$ID,356000000000013,4,370,IOP,M,48,GPSEX,A,D,220326,T,101530,S,9:5,La,34.90550,S,Lo,56.19130,W,H,87.0,V,40.0,DD,0\r\n',
  ),
};

export const SAMPLES = Object.values(FRAMES);
