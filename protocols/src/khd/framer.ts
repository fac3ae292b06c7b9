import { newTwinStartFramer } from '../tools/twin-start-framer.ts';

export { END, HEAD_BYTES, MAX_FRAME_BYTES } from '../tools/twin-start-framer.ts';

export const START = 0x29;

export const newKhdFramer = () => newTwinStartFramer(START);
