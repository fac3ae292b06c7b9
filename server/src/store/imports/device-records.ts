import { fault } from '@milepost/contract/fault';
import type { ImportTarget, LineFault, ParsedLine, ResolvedLine, Value } from '../../imports/import-descriptor.ts';
import type { Queryable } from '../database.ts';
import { normalIdentity } from '../devices/identity.ts';
import { findKnownDevices } from '../devices/known-devices.ts';
import { readTable, type RecordTable } from './table-records.ts';

export const DEVICE_TABLE: RecordTable = {
  table: 'devices',
  columns: {
    identity: ['identity', 'text'],
    protocol: ['protocol', 'text'],
    model: ['model', 'text'],
    simNumber: ['sim_number', 'text'],
  },
  versioned: true,
  used: `EXISTS (SELECT FROM installations i WHERE i.device_id = t.id)
    OR EXISTS (SELECT FROM device_states s WHERE s.device_id = t.id)`,
};

const DEFAULTS = { protocol: null, model: null, simNumber: null } as const;

const identityOf = ({ given: { identity } }: ParsedLine) =>
  typeof identity === 'string' ? normalIdentity(identity) : '';

/** Finds devices by identity. */
export async function resolveDevices(
  db: Queryable,
  { organisationId, mode }: ImportTarget,
  lines: readonly ParsedLine[],
): Promise<ResolvedLine[]> {
  const known = new Map((await findKnownDevices(db, lines.map(identityOf))).map((device) => [device.identity, device]));
  const own = [...known.values()].filter((device) => device.organisationId === organisationId);
  const stored = await readTable(
    db,
    DEVICE_TABLE,
    organisationId,
    own.map(({ deviceId }) => deviceId),
  );
  return lines.map((line): ResolvedLine => {
    const identity = identityOf(line);
    const found = known.get(identity);
    const before = found ? (stored.get(found.deviceId) ?? null) : null;
    // The same text for devices of the caller and of other organisations, so that their owner is not revealed.
    const refused = found !== undefined && (mode === 'new' || before === null);
    const faults: LineFault[] = refused ? [{ field: 'identity', fault: fault('device-registered') }] : [];
    const after: Record<string, Value> = { ...DEFAULTS, ...before, ...line.given, identity };
    return {
      line: line.line,
      name: identity,
      id: before && found ? found.deviceId : null,
      before,
      after,
      wants: [],
      faults,
      ...(found && found.organisationId !== organisationId && { taken: found }),
    };
  });
}
