/** A day (YYYY-MM-DD, UTC) of a device. */
export interface DeviceDay {
  deviceId: number;
  day: string;
}

export const DAY_MICROS = 86_400_000_000;

/** The start of a day (YYYY-MM-DD, UTC) in microseconds. */
export const startOfDay = (day: string): number => Date.parse(day) * 1000;
