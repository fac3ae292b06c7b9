import { Counter, Gauge, type Registry } from 'prom-client';

export interface GatewayMetrics {
  frame(protocol: string, readable: boolean): void;
  garbage(protocol: string, bytes: number): void;
  connections(protocol: string, change: 1 | -1): void;
  refused(protocol: string): void;
}

export function createGatewayMetrics(registry: Registry): GatewayMetrics {
  const registers = [registry];
  const frames = new Counter({
    name: 'milepost_frames_total',
    help: 'Frames received from devices, by whether they could be read',
    labelNames: ['protocol', 'result'],
    registers,
  });
  const garbage = new Counter({
    name: 'milepost_garbage_bytes_total',
    help: 'Bytes that belong to no frame',
    labelNames: ['protocol'],
    registers,
  });
  const connections = new Gauge({
    name: 'milepost_device_connections',
    help: 'Open TCP connections of devices',
    labelNames: ['protocol'],
    registers,
  });
  const refused = new Counter({
    name: 'milepost_device_connections_refused_total',
    help: 'Connections beyond the limits',
    labelNames: ['protocol'],
    registers,
  });
  return {
    frame: (protocol, readable) => frames.inc({ protocol, result: readable ? 'read' : 'fault' }),
    garbage: (protocol, bytes) => garbage.inc({ protocol }, bytes),
    connections: (protocol, change) => connections.inc({ protocol }, change),
    refused: (protocol) => refused.inc({ protocol }),
  };
}
