import { wallClock } from '../../../ui/export/wall-clock.ts';

const asUtc = (wall: string) => Date.parse(`${wall.replace(' ', 'T')}Z`);

/** When a day (`YYYY-MM-DD`) begins on the person's clock. */
export function dayStart(day: string, zone?: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`);
  let at = wanted;
  // The second step is for days on which the clock changes.
  for (let step = 0; step < 2; step++) at += wanted - asUtc(wallClock(new Date(at), zone));
  return new Date(at);
}

/** The day after, `YYYY-MM-DD`. */
export const dayAfter = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
