import { exclusiveOr } from '../tools/sums.ts';
import { asciiBytes } from '../tools/text.ts';

const ID = '356000000000013';
export const POSITION = '220326,101530,W05611.4780,S3454.3300,12,21.60,87,9,0.8';

/** A report with its checksum after the star. */
export const report = (text: string) =>
  asciiBytes(`${text}*${exclusiveOr(asciiBytes(text)).toString(16).padStart(2, '0')}!`);

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  person: report(`GSr,1,${ID},01,I,EA02,3,${POSITION},4.1V`),
  vehicle: report(`GSb,GTR-388,${ID},0041,5,a080,3,${POSITION},12380mV,3128mV,0,0,11`),
  lost: report(`GSr,${ID},,4,04,,1,${POSITION},11991mV`),
  older: asciiBytes(`$${ID},9,3,${POSITION}\r\n`),
};

export const SAMPLES = Object.values(FRAMES);
