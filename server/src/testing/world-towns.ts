import { readRegions, readTowns } from '@milepost/city/town-sources';
import { type Towns, toTowns } from '@milepost/city/towns';
import { buildTowns } from '@milepost/city/towns-build';

/** The towns of the world as the build makes them: tests do not depend on what was built when. */
export const worldTowns = (): Towns => toTowns(buildTowns(readTowns(), readRegions()));
