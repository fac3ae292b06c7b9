import type { DeviceContact, Refusal } from '@milepost/contract/device-operations';
import type { Broker, JsonMessage } from '@milepost/contract/json-profile-operations';
import type { BackupState } from '../backup/backup-state.ts';
import type { DryRunProgress } from '../dry-run/progress.ts';
import type { ListeningPort } from '../gateway/device-ports.ts';
import type { ProbeRecord } from '../gateway/probe-limit.ts';
import type { ReadBy } from '../gateway/read-counts.ts';
import type { LastFrame } from '../gateway/layout-profile-registry.ts';
import type { Role } from '../roles/role-names.ts';
import type { IngestRates } from '../status/ingest-rates.ts';

type Nothing = Record<string, never>;
/** Ids of profiles with what each has read since the start. */
type ReadByProfile<Read> = (readonly [profileId: number, read: Read])[];

/** A port for devices of one protocol. */
export interface DevicePort extends Pick<ListeningPort, 'transport' | 'port'> {
  protocol: string;
  /** In use by another program, and tried again. */
  taken: boolean;
}

/** What one process knows that others may ask for. */
export interface Questions {
  /** Devices that contacted the gateway recently, without their frames. */
  contacts: { input: Nothing; output: DeviceContact[] };
  /** Those of these contacts that the gateway knows, with their last frames. */
  'contact-frames': { input: { contacts: readonly DeviceContact[] }; output: DeviceContact[] };
  /** Networks that probe identities. */
  probers: { input: Nothing; output: ProbeRecord[] };
  /** The refusals of the gateway since the start. */
  refusals: { input: Nothing; output: Refusal[] };
  ports: { input: Nothing; output: DevicePort[] };
  /** Messages without a profile, newest first, and what each of the profiles has read. */
  'json-messages': {
    input: { profileIds: readonly number[] };
    output: { unknown: JsonMessage[]; readBy: ReadByProfile<ReadBy<JsonMessage>> };
  };
  'layout-frames': {
    input: { profileIds: readonly number[] };
    output: ReadByProfile<ReadBy<LastFrame> & { devices: number }>;
  };
  /** The connection to the operator's MQTT broker; null when none is configured. */
  broker: { input: Nothing; output: Broker | null };
  /** How fast positions are received and stored. */
  ingest: { input: Nothing; output: IngestRates };
  /** The results of backups and drills in the data directory of a process with jobs. */
  backups: { input: Nothing; output: BackupState };
  /** What the process is at this moment. */
  process: { input: Nothing; output: { version: string; memoryBytes: number } };
  /**
   * Asks for the newest states of all devices for a while. `continued`: false when they were not sent up to now, so that some
   * may be missing.
   */
  states: { input: Nothing; output: { continued: boolean } };
  /** How far a person's dry run is; null when none runs here. */
  'dry-run': { input: { userId: number }; output: DryRunProgress | null };
  /** The steps of a person's proposal that are done; null when none is computed here. */
  proposal: { input: { userId: number }; output: number | null };
}

/** The role of the processes that can answer, or one of several; null for all. */
export const ANSWERED_BY: Readonly<Record<keyof Questions, Role | readonly Role[] | null>> = {
  contacts: 'gateway',
  'contact-frames': 'gateway',
  probers: 'gateway',
  refusals: 'gateway',
  ports: 'gateway',
  'json-messages': 'gateway',
  'layout-frames': 'gateway',
  broker: 'gateway',
  ingest: ['gateway', 'ingest'],
  backups: 'jobs',
  process: null,
  states: 'ingest',
  'dry-run': 'web',
  proposal: 'web',
};
