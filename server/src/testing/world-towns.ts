import { readRegions, readTowns } from '@milepost/city/town-sources';
import { type Towns, toTowns } from '@milepost/city/towns';
import { buildTowns } from '@milepost/city/towns-build';

/** The towns of the world as the build makes them, so that tests do not depend on an earlier build. */
export const worldTowns = (): Towns => toTowns(buildTowns(readTowns(), readRegions()));
