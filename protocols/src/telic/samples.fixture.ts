import { concat } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';

/** A text with a trailing zero, as older devices send it. */
const ended = (text: string) => concat(asciiBytes(text), new Uint8Array(1));
/** A text preceded by its length, as newer ones send it. */
const counted = (text: string) => concat(Uint8Array.of(text.length, 0, 0, 0), asciiBytes(text));

const REST = '3,40,87,9,2,3,12,125037,74801,0010,00,64,205,0,0499';

/** Frames constructed from the maker's description, not recorded from a device. */
export const FRAMES = {
  login: ended('0026970613|248|01|004006011'),
  place: ended(`052028495198,220326101530,0,220326101528,-561913,-349055,${REST}`),
  fine: counted(`023035600000000001325,220326101530,0,220326101528,-56191300,-34905500,${REST}`),
  none: ended('01302849516,220326101530,0,220326101528,-561913,-349055,1,0,0,0,,,-7,125037,,0000,00,64,206,0,0499'),
  settings: ended('0044296218TLOC0267,00,011009000296218,190317083036'),
};

export const SAMPLES = Object.values(FRAMES);
