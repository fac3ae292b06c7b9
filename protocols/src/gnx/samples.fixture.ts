import { asciiBytes } from '../tools/text.ts';

export const message = (type: string, tail: string, identity = '356000000000013') =>
  asciiBytes(`$GNX_${type},${identity},095,${tail}\n\r`);

/** 15:45:30 in India is 10:15:30 UTC. */
const MOMENTS = '154531,220326,154530,220326';
export const POSITION = `0,${MOMENTS},1,34.905500,S,056.191300,W`;

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  place: message('LOC', `${POSITION},040,87.50,09,25,0,A,E,2,000099.9,000099.5,GNX01001,12*`),
  card: message('MIF', `${POSITION},0,05396013,ROUTE_2###,Driver ###,GNX04008,B0*`),
  stored: message('DIO', `1,${MOMENTS},1,34.905500,S,056.191300,W,0,0,0,0,0,0,GNX01001,B1*`),
  blind: message(
    'LOC',
    `0,${MOMENTS},0,000000000,N,0000000000,E,000,0.00,00,48,0,e,C,2,000000.0,000000.0,GNX04008,BB*`,
  ),
};

export const SAMPLES = Object.values(FRAMES);
