import { call, type CallOutput } from '../../api/call.ts';
import type { MoveProps } from './move-button.tsx';

type Input = Omit<Parameters<typeof call<'move-vehicles'>>[1], 'vehicleIds'>;
export type Moved = CallOutput<'move-vehicles'>['moved'];

/** The number of records per call; after each call the progress is shown. */
const BY_CALL = 10;

/**
 * Moves vehicles or devices in batches.
 * @param fault the error that ended the move after some had moved; an error before that is thrown
 */
export async function moveSome(
  kind: MoveProps['kind'],
  ids: readonly number[],
  input: Input,
  onMoved: (count: number) => void,
): Promise<{ moved: Moved; fault: unknown }> {
  const moved: Moved = [];
  for (let start = 0; start < ids.length; start += BY_CALL) {
    const some = ids.slice(start, start + BY_CALL);
    try {
      const { organisationId, rejoin } = input;
      const answer =
        kind === 'vehicles'
          ? await call('move-vehicles', { ...input, vehicleIds: some })
          : await call('move-devices', { organisationId, rejoin, deviceIds: some });
      moved.push(...answer.moved);
      if (answer.moved.length < some.length) return { moved, fault: null };
    } catch (fault) {
      if (moved.length === 0) throw fault;
      return { moved, fault };
    }
    onMoved(moved.length);
  }
  return { moved, fault: null };
}

/**
 * Moves them back to the organisations that they came from, and reunites what was separated.
 * @returns true if something is still separated
 */
export async function moveBack(
  kind: MoveProps['kind'],
  moved: Moved,
  { withDevice, rejoin }: { withDevice: boolean; rejoin: boolean },
): Promise<boolean> {
  let isSeparate = false;
  for (const theirs of Map.groupBy(moved, ({ organisationId, parted }) => `${organisationId} ${parted}`).values()) {
    const [first] = theirs;
    if (!first) continue;
    const { organisationId, parted } = first;
    const input = { organisationId, withDevice: withDevice && !parted, rejoin: rejoin && parted };
    const ids = theirs.map(({ to }) => to);
    const back = await moveSome(kind, ids, input, () => undefined);
    if (back.fault) throw back.fault;
    isSeparate ||= parted && (!rejoin || back.moved.some((one) => one.parted));
  }
  return isSeparate;
}
