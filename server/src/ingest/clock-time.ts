/** The time by a device's clock, epoch milliseconds; null where it states none, or none that exists. */
export function timeOfClock(deviceTime: Date | null): number | null {
  const time = deviceTime?.getTime() ?? Number.NaN;
  return Number.isNaN(time) ? null : time;
}
