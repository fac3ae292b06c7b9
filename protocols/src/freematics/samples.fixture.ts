import { asciiBytes } from '../tools/text.ts';

/** With the sum of its characters after a star. */
export const message = (text: string) => {
  const sum = Array.from(text, (letter) => letter.charCodeAt(0)).reduce((all, one) => all + one, 0);
  return asciiBytes(`${text}*${(sum & 0xff).toString(16).toUpperCase()}\n`);
};

const PLACE = 'A:-34.905500,B:-56.191300,C:12.5,D:40.2,E:87,F:9';

/** Datagrams constructed from the maker's pages, not recorded from a device. */
export const FRAMES = {
  login: message('MP000013#EV=1,TS=23930,ID=MP000013,SSI=-71,VIN=WDB9066051S123456'),
  position: message(`MP000013#0:204391,11:220326,10:10153025,${PLACE},24:1252,20:0;0;0,82:47,81:-77`),
  early: message(`MP000013#0:1,11:10326,10:153025,${PLACE}`),
  diagnosis: message('MP000013#0:68338,104:56,105:88,10C:1500,10D:39,111:62,12F:40,10B:99'),
  several: message(`MP000013#0:1000,10D:39,0:2000,11:220326,10:10153100,${PLACE},10D:40`),
  noDay: message(`1#0:68338,10:10153025,${PLACE}`),
  ping: message('MP000013#EV=7,TS=99000,ID=MP000013,SSI=-80'),
};

export const SAMPLES = Object.values(FRAMES);
