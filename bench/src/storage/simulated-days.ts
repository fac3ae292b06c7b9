import { loadOutlets } from '@milepost/city/outlets';
import { loadRoadGraph } from '@milepost/city/road-graph';
import { PROTOCOLS } from '@milepost/protocols/registry';
import type { Message } from '@milepost/protocols/types';
import { newConversation } from '@milepost/simulator/conversations';
import { pastReports } from '@milepost/simulator/demo-device';
import { demoFleet, type DemoVehicle } from '@milepost/simulator/fleet';
import { localDay } from '@milepost/simulator/local-time';
import { Movement, RETAINED } from '@milepost/simulator/movement';
import { Recorder } from '@milepost/simulator/recorder';
import type { Report } from '@milepost/simulator/report';
import { Streets } from '@milepost/simulator/streets';
import { positionOf } from '@milepost/tracking/position';
import { seededRandom } from '../random.ts';
import { type Received, type StoredDay, storedDays } from './stored-days.ts';

const DAY_MS = 86_400_000;
/** Wednesday 18 November 2026, UTC. */
const FIRST_DAY = Date.UTC(2026, 10, 18);
/** The way of a report through the network: at least this long, and on average so much longer. */
const DELAY_MS = { least: 250, more: 600 };

/** The stored days of vehicles of the demo's city, as their devices send them and their decoders read them. */
export function simulatedDays(vehicles: number, days: number, protocol?: string): StoredDay[] {
  const streets = new Streets(loadRoadGraph());
  const outlets = loadOutlets();
  const fleet = [...demoFleet(60).entries()].filter(
    ([, vehicle]) => vehicle.connectivity === 'normal' && (protocol === undefined || vehicle.protocol === protocol),
  );
  return fleet.slice(0, vehicles).flatMap(([index, vehicle]) => {
    const movement = new Movement(vehicle, index, streets, outlets, localDay(FIRST_DAY), RETAINED);
    const recorder = new Recorder(vehicle, index, movement);
    const random = seededRandom(index);
    const received: Received[] = [];
    for (const report of liveReports(recorder, FIRST_DAY, FIRST_DAY + days * DAY_MS)) {
      const delay = DELAY_MS.least - DELAY_MS.more * Math.log(1 - random());
      const receivedAt = Math.round(report.timeMs + delay);
      for (const message of messagesOf(vehicle, report, new Date(receivedAt))) {
        const position = positionOf(message);
        if (position) received.push({ position, receivedAt });
      }
    }
    return storedDays(received);
  });
}

function* liveReports(recorder: Recorder, from: number, to: number): Generator<Report> {
  for (let ms = from; ms < to; ms = recorder.nextReport(ms, true)) yield* pastReports(recorder, ms, ms + 1);
}

/** What the server reads of what the device sends. */
function messagesOf(vehicle: DemoVehicle, report: Report, receivedAt: Date): readonly Message[] {
  const protocol = PROTOCOLS.find(({ name }) => name === vehicle.protocol);
  const { bytes } = newConversation(vehicle, 'localhost').encode([report]);
  if (protocol?.kind === 'http') {
    const [method = '', url = ''] = Buffer.from(bytes).toString().split(' ');
    return protocol.decode({ method, url, headers: {}, body: '' }, receivedAt).messages;
  }
  if (protocol?.kind !== 'stream') throw new Error(`no protocol ${vehicle.protocol}`);
  const decoder = protocol.newDecoder('tcp');
  return protocol
    .newFramer()
    .push(bytes)
    .flatMap((frame) => decoder.decode(frame).messages);
}
