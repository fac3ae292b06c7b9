import type { Attributes, Message } from '@milepost/protocols/types';

/** Metres per degree of latitude on the sphere that tracking uses. */
const DEGREE_M = 111_195;
export const DEPOT = { lat: -34.9, lon: -56.2 };

/**
 * Reports of a vehicle, in order, the last one at `until`: drives, stops, idling, gaps, wild fixes, an SOS in a garage.
 */
export function journey(random: () => number, count: number, until: number): Message[] {
  const messages: Message[] = [];
  let at = 0;
  let [north, east, ignition] = [random() * 400, random() * 400, true];
  const between = (low: number, high: number) => low + random() * (high - low);
  const send = (speedKph: number, more: Attributes = {}, jumpM = 0) => {
    const lat = DEPOT.lat + (north + between(-4, 4)) / DEGREE_M;
    const lon = DEPOT.lon + (east + jumpM + between(-4, 4)) / DEGREE_M;
    const fix = { time: new Date(at * 1000), valid: true, lat, lon, altitudeM: null, speedKph, courseDeg: 0 };
    messages.push({ kind: 'report', deviceTime: null, fix, attributes: { ignition, ...more } });
  };
  const drive = () => {
    ignition = true;
    const speedKph = between(20, 90);
    const heading = between(0, 2 * Math.PI);
    for (let left = between(4, 50); left > 0; left -= 1) {
      at += 30;
      north += Math.cos(heading) * (speedKph / 3.6) * 30;
      east += Math.sin(heading) * (speedKph / 3.6) * 30;
      send(speedKph + between(-5, 5));
    }
    if (random() < 0.5) [north, east] = [between(-300, 300), between(-300, 300)];
  };
  const stand = (on: boolean) => {
    ignition = on;
    for (let left = between(1, 15); left > 0; left -= 1) {
      at += between(20, 200);
      send(0, random() < 0.02 ? { alarm: ['powerCut'] } : {}, random() < 0.03 ? 90_000 : 0);
    }
  };
  const rest = [
    drive,
    drive,
    () => stand(false),
    () => stand(true),
    () => (at += between(400, 9000)),
    () => messages.push(statusReport((at += 7), { alarm: ['sos'] })),
    () => messages.push(statusReport((at += 7), { ignition })),
  ];
  while (messages.length < count) rest[Math.floor(random() * rest.length)]?.();
  const shift = Math.floor(until / 1000) - Math.ceil(at);
  return messages.map((one) => shifted(one, shift * 1000));
}

function statusReport(second: number, attributes: Attributes): Message {
  return { kind: 'report', deviceTime: new Date(second * 1000), fix: null, attributes };
}

function shifted(message: Message, ms: number): Message {
  const { deviceTime, fix } = message;
  return {
    ...message,
    deviceTime: deviceTime && new Date(deviceTime.getTime() + ms),
    fix: fix && { ...fix, time: new Date(fix.time.getTime() + ms) },
  };
}
