import { ServerFrame } from '@milepost/contract/live';

/** Says in the console where a frame is not of the contract's shape. */
export function checkFrame(frame: ServerFrame): void {
  const { error } = ServerFrame.safeParse(frame);
  if (error) console.error('Live frame against the contract', error.issues, frame);
}
