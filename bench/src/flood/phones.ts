import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { osmandQuery } from '@milepost/protocols/osmand/device';

export interface PhoneFigures {
  /** The milliseconds to the reply of each stored report, sorted. */
  latencies: Float64Array;
  /** The reports with another status. */
  refused: number;
}

/** Registered phones that report once a second each over HTTP, on a new connection each time, as phones do. */
export async function sendFromPhones(ids: readonly string[], port: number, seconds: number): Promise<PhoneFigures> {
  const latencies: number[] = [];
  let refused = 0;
  const until = performance.now() + seconds * 1000;
  const drive = async (id: string, index: number) => {
    const agent = new Agent({ keepAlive: false });
    await delay((index * 1000) / ids.length);
    for (let second = 0; performance.now() < until; second++) {
      const began = performance.now();
      const place = { lat: -34.9 + second / 10_000, lon: -56.2 };
      const status = await statusOf(agent, port, osmandQuery({ id, time: new Date(), ...place }));
      if (status === 200) latencies.push(performance.now() - began);
      else refused++;
      await delay(Math.max(0, 1000 - (performance.now() - began)));
    }
    agent.destroy();
  };
  await Promise.all(ids.map(drive));
  return { latencies: Float64Array.from(latencies).toSorted(), refused };
}

/** 0 if the connection broke. */
function statusOf(agent: Agent, port: number, path: string): Promise<number> {
  return new Promise((resolve) => {
    const request = get({ agent, host: '127.0.0.1', port, path }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', () => resolve(0));
  });
}
