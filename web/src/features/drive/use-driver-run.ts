import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DriverRun } from '@milepost/contract/driver-link-operations';
import type { LinkEndReason } from '@milepost/contract/public-link';
import { CallError } from '../../api/call-error.ts';
import { call } from '../../api/call.ts';
import { Outbox, type Sent } from './outbox.ts';
import { phoneId, phoneStore, readStoredRun, storeRun } from './phone-store.ts';
import { type NewWaiting, type Waiting, withWaiting } from './waiting.ts';

/** The interval at which entries of other phones are fetched and pending ones are retried. */
const SYNC_MS = 30_000;

interface Known {
  run: DriverRun;
  offsetMs: number;
}

const withTaken = ({ run, offsetMs }: Known, one: Waiting): Known => ({
  run: { ...run, stops: withWaiting(run.stops, [one], offsetMs) },
  offsetMs,
});

/** The run of a link, from the server or, without a network, from the phone's storage; and the pending entries. */
export function useDriverRun(token: string) {
  const [known, setKnown] = useState<Known | null>(null);
  const [ended, setEnded] = useState<LinkEndReason | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const runId = known?.run.id ?? null;
  const outbox = useMemo(
    () =>
      runId === null
        ? null
        : new Outbox({
            runId,
            store: phoneStore,
            send: (one) => sendWaiting(token, one),
            // The accepted entry is applied locally until the run is loaded again, so that it also survives a reload
            // without a network.
            onTaken: (one) => setKnown((now) => now && withTaken(now, one)),
            onChange: setWaiting,
          }),
    [runId, token],
  );

  useEffect(() => {
    if (known) storeRun({ token, ...known, keptAt: Date.now() }).catch(() => {});
  }, [token, known]);

  const read = useCallback(async () => {
    try {
      const answer = await call('get-driver-run', { token });
      setEnded(answer.ended);
      setError(null);
      if (!answer.run) return;
      setKnown({ run: answer.run, offsetMs: Date.parse(answer.run.at) - Date.now() });
    } catch (failure) {
      setError(failure);
    }
  }, [token]);

  // The stored run first, so that it is shown immediately, also in a tunnel.
  useEffect(() => {
    let gone = false;
    const start = async () => {
      const stored = await readStoredRun(token).catch(() => null);
      if (!gone && stored) setKnown((now) => now ?? { run: stored.run, offsetMs: stored.offsetMs });
      if (!gone) await read();
    };
    void start();
    return () => {
      gone = true;
    };
  }, [token, read]);

  const sync = useCallback(async () => {
    await outbox?.flush();
    await read();
  }, [outbox, read]);

  useEffect(() => {
    if (!outbox) return undefined;
    const begin = async () => {
      await outbox.show();
      if (await outbox.flush()) await read();
    };
    void begin();
    return undefined;
  }, [outbox, read]);

  // An ended link does not start again, but pending entries on the phone can still be accepted.
  const isOver = ended !== null;
  const syncNow = useRef(sync);
  useEffect(() => {
    syncNow.current = sync;
  }, [sync]);
  useEffect(() => {
    const syncIfVisible = () => {
      if (document.visibilityState === 'visible') void syncNow.current();
    };
    const timer = isOver ? undefined : setInterval(syncIfVisible, SYNC_MS);
    addEventListener('online', syncIfVisible);
    document.addEventListener('visibilitychange', syncIfVisible);
    return () => {
      clearInterval(timer);
      removeEventListener('online', syncIfVisible);
      document.removeEventListener('visibilitychange', syncIfVisible);
    };
  }, [isOver]);

  const addEntries = useCallback(
    async (words: readonly NewWaiting[]) => {
      await outbox?.add(words);
      void syncNow.current();
    },
    [outbox],
  );

  const run = useMemo(
    () => known && { ...known.run, stops: withWaiting(known.run.stops, waiting, known.offsetMs) },
    [known, waiting],
  );
  return {
    run,
    ended,
    error,
    waiting: waiting.filter(({ refused }) => refused === null).length,
    refused: waiting.filter(({ refused }) => refused !== null),
    drop: (id: number) => void outbox?.drop(id),
    addEntries,
    sync: () => void sync(),
  };
}

/** Sends one pending entry by a link. It includes the phone's clock, so that the server can correct its offset. */
async function sendWaiting(token: string, waiting: Waiting): Promise<Sent> {
  try {
    if (waiting.kind === 'photo') {
      const { wordKey, key, photo } = waiting;
      await call('add-stop-photo', { token, wordKey, key, photo });
    } else {
      const sentAt = new Date().toISOString();
      await call('say-stop-word', { token, phone: phoneId(), sentAt, word: waiting.word });
    }
    return { is: 'taken' };
  } catch (error) {
    return sentOf(error);
  }
}

/** The effect of a failure on a pending entry. A busy server or a missing network is not a refusal. */
function sentOf(error: unknown): Sent {
  if (!(error instanceof CallError)) return { is: 'later' };
  if (error.fault.code === 'link-ended') return { is: 'ended' };
  const isRefused = [404, 409, 422].includes(error.status);
  return isRefused ? { is: 'refused', why: Object.values(error.fields)[0] ?? error.message } : { is: 'later' };
}
