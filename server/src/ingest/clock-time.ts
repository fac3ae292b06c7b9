/** The time of a device's clock in epoch milliseconds; null when it sent none or an invalid one. */
export function timeOfClock(deviceTime: Date | null): number | null {
  const time = deviceTime?.getTime() ?? Number.NaN;
  return Number.isNaN(time) ? null : time;
}
