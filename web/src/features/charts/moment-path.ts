import { historyPath } from '../../ui/history-path.ts';

const AROUND_MS = 30 * 60_000;

/** The path of the history of a vehicle around a moment. */
export const momentPath = (vehicleId: number, at: number): string => {
  const moment = Math.round(at);
  return historyPath(vehicleId, { from: moment - AROUND_MS, to: moment + AROUND_MS, at: moment });
};
