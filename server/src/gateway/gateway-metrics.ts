import type { RefusalReason } from '@milepost/contract/device-operations';
import type { Decoded } from '@milepost/protocols/types';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Budgets } from './budgets.ts';

export interface GatewayMetrics {
  frame(protocol: string, decoded: Pick<Decoded, 'fault' | 'unknownType'>): void;
  garbage(protocol: string, bytes: number): void;
  connections(protocol: string, change: 1 | -1): void;
  conversations(protocol: string, open: number): void;
  refused(protocol: string, reason: RefusalReason): void;
  /** Exports the use of these budgets from now on. */
  budgets(budgets: Budgets): void;
}

/** Devices choose the names of their types: beyond this number per protocol they are counted together as `other`. */
const MAX_TYPE_LABELS = 32;

export function createGatewayMetrics(registry: Registry): GatewayMetrics {
  const registers = [registry];
  // Accumulated here and added to the registry when the metrics are read, because an update for each frame would cost a
  // microsecond.
  const uncounted = {
    read: new Map<string, number>(),
    fault: new Map<string, number>(),
    unknown: new Map<string, number>(),
  };
  const frames: Counter<'protocol' | 'result'> = new Counter({
    name: 'milepost_frames_total',
    help: 'Frames received from devices, by whether they could be read or are of an unknown message type.',
    labelNames: ['protocol', 'result'],
    registers,
    collect: () => {
      for (const result of ['read', 'fault', 'unknown'] as const) {
        for (const [protocol, count] of uncounted[result]) frames.inc({ protocol, result }, count);
        uncounted[result].clear();
      }
    },
  });
  const garbage = new Counter({
    name: 'milepost_garbage_bytes_total',
    help: 'Bytes that belong to no frame.',
    labelNames: ['protocol'],
    registers,
  });
  const connections = new Gauge({
    name: 'milepost_device_connections',
    help: 'Open TCP connections of devices.',
    labelNames: ['protocol'],
    registers,
  });
  const conversations = new Gauge({
    name: 'milepost_device_conversations',
    help: 'UDP addresses that devices sent from recently.',
    labelNames: ['protocol'],
    registers,
  });
  const refused = new Counter({
    name: 'milepost_device_refusals_total',
    help: 'Connections closed and frames refused, by the limit that they exceeded.',
    labelNames: ['protocol', 'reason'],
    registers,
  });
  const unknownTypes = new Counter({
    name: 'milepost_unknown_messages_total',
    help: 'Messages of a type that the decoder does not know: neither stored nor acknowledged.',
    labelNames: ['protocol', 'type'],
    registers,
  });
  /** The types with a label of their own, by protocol. */
  const labelled = new Map<string, Set<string>>();
  const labelOf = (protocol: string, type: string) => {
    const types = labelled.get(protocol) ?? new Set();
    labelled.set(protocol, types);
    if (types.size < MAX_TYPE_LABELS) types.add(type);
    return types.has(type) ? type : 'other';
  };
  return {
    frame: (protocol, { fault, unknownType }) => {
      const counts = uncounted[fault !== undefined ? 'fault' : unknownType !== undefined ? 'unknown' : 'read'];
      counts.set(protocol, (counts.get(protocol) ?? 0) + 1);
      if (unknownType !== undefined) unknownTypes.inc({ protocol, type: labelOf(protocol, unknownType) });
    },
    garbage: (protocol, bytes) => garbage.inc({ protocol }, bytes),
    connections: (protocol, change) => connections.inc({ protocol }, change),
    conversations: (protocol, open) => conversations.set({ protocol }, open),
    refused: (protocol, reason) => refused.inc({ protocol, reason }),
    budgets: ({ unread, unreadOfKnown, held }) => {
      // Held by the registry, which collects the value when the metrics are read.
      const bytes: Gauge<'kind'> = new Gauge({
        name: 'milepost_gateway_bytes',
        help: 'Bytes held for devices: not decoded yet, and the memory of held frames of unknown devices.',
        labelNames: ['kind'],
        registers,
        collect: () => {
          bytes.set({ kind: 'unread' }, unread.taken);
          bytes.set({ kind: 'unread-known' }, unreadOfKnown.taken);
          bytes.set({ kind: 'held' }, held.taken);
        },
      });
    },
  };
}
