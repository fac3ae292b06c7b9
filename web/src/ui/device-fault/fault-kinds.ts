import type { DeviceFaultKind } from '@milepost/contract/device-fault';

const KINDS: Record<DeviceFaultKind, true> = {
  wire: true,
  speedUnit: true,
  course: true,
  staleSpeed: true,
  clock: true,
  crowdedAreas: true,
  crowdedAlarms: true,
  facts: true,
  silent: true,
  elsewhere: true,
  secret: true,
  twoSenders: true,
};
const isKind = (kind: string): kind is DeviceFaultKind => kind in KINDS;
/** Every kind of fault, in display order. */
export const FAULT_KINDS: readonly DeviceFaultKind[] = Object.keys(KINDS).filter(isKind);
