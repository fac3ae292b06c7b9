import { type EngineBy, EngineSource } from '@milepost/contract/fact-routes';

/** Adds up seconds by what they are known from. */
export function addEngineBy(all: readonly EngineBy[]): EngineBy {
  const sum: EngineBy = {};
  for (const one of all) {
    for (const source of EngineSource.options) {
      const seconds = one[source];
      if (seconds !== undefined) sum[source] = (sum[source] ?? 0) + seconds;
    }
  }
  return sum;
}
