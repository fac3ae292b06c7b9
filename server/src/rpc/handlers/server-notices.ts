import type { ServerNotice } from '@milepost/contract/server-operations';
import type { HttpServices } from '../../http/services.ts';
import { mayConfirmProxy } from '../../auth/caller.ts';
import type { Handlers } from '../handler.ts';

/** Problems that the operator of the server should fix. */
export const serverNoticeHandlers = {
  'get-server-notices': async (_input, { services, caller, client }) => {
    if (!caller.scope.root) return { rows: [] };
    if (mayConfirmProxy(caller)) client.confirmProxy();
    return { rows: await serverNotices(services) };
  },
} satisfies Pick<Handlers, 'get-server-notices'>;

async function serverNotices({
  proxyWatch,
  clockWatch,
  disk,
  mapFile,
  mapIndex,
}: HttpServices): Promise<ServerNotice[]> {
  const rows: ServerNotice[] = proxyWatch
    .found()
    .map(({ kind, address, lastAt }) => ({ kind, address, lastAt: lastAt.toISOString() }));
  const late = clockWatch.found();
  if (late) {
    const { lateMs, devices, received } = late;
    rows.push({ kind: 'late-clock', lateS: Math.round(lateMs / 1000), devices, heard: received });
  }
  const fault = mapFile.fault();
  if (fault) rows.push({ kind: 'map-file', fault: fault.code, found: fault.found });
  const index = mapIndex();
  if (index.kind === 'building') rows.push({ kind: 'map-index', percent: Math.floor(index.part * 100) });
  if (index.kind === 'fault') rows.push({ kind: 'map-index-fault', reason: index.reason.slice(0, 300) });
  const space = await disk();
  if (space && space.state !== 'ready') {
    rows.push({ kind: 'disk', state: space.state, freeBytes: space.freeBytes, hoursLeft: space.hoursLeft });
  }
  return rows;
}
