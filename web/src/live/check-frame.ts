import { ServerFrame } from '@milepost/contract/live';

/** Reports in the console a frame that does not match the contract's schema. */
export function checkFrame(frame: ServerFrame): void {
  const { error } = ServerFrame.safeParse(frame);
  if (error) console.error('Live frame against the contract', error.issues, frame);
}
