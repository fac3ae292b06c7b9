import { textFor } from '../texts/text.ts';
import { endAwait, listAwaitedDevices } from '../store/devices/awaited-devices.ts';
import { notify, type NotifyServices } from './notify.ts';

/** Notifies the person who added a device once its first position is stored. Returns a function that stops it. */
export async function watchFirstPositions(services: NotifyServices): Promise<() => void> {
  const { database, bus, logger } = services;
  const awaited = new Set<number>();
  const notifyOwner = async (deviceId: number) => {
    const ended = await endAwait(database, deviceId);
    if (!ended) return;
    const { userId, identity, registration } = ended;
    await notify(services, {
      userId,
      kind: 'system',
      title: textFor('first-position', { name: registration ?? identity }),
      text: textFor('first-position-text', { identity }),
      path: 'track-vehicle',
    });
  };
  const stops = [
    bus.subscribe('device-awaited', ({ deviceId }) => awaited.add(deviceId)),
    bus.subscribe('stored', ({ states }) => {
      if (awaited.size === 0) return;
      for (const { deviceId, fixTime } of states) {
        if (fixTime === null || !awaited.delete(deviceId)) continue;
        notifyOwner(deviceId).catch((error: unknown) =>
          logger.error({ error }, 'The notification of a first position could not be sent'),
        );
      }
    }),
  ];
  for (const deviceId of await listAwaitedDevices(database)) awaited.add(deviceId);
  return () => {
    for (const stop of stops) stop();
  };
}
