import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { vi } from 'vitest';
import { readConfig } from '../config.ts';
import { portSetting } from '../gateway/device-ports.ts';
import { type RunningServer, startServer } from '../server.ts';
import { testDatabase } from './test-database.ts';

export interface ExposedMetric {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram' | 'summary';
  labelNames: string[];
}

export interface MeasuredServer {
  server: RunningServer;
  /** What the parts of the server have registered, with labels that have no values yet. */
  metrics: readonly ExposedMetric[];
  /** The text that Prometheus reads. */
  text(): Promise<string>;
  close(): Promise<void>;
}

const FREE_PORTS = { PORT: '0', METRICS_PORT: '0' };

/** A whole server in this process, over a database of its own, with the metrics that it registers. */
export async function measuredServer(environment: Record<string, string> = {}): Promise<MeasuredServer> {
  const test = await testDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'milepost-test-'));
  const metrics: ExposedMetric[] = [];
  const register = vi.spyOn(Registry.prototype, 'registerMetric').mockImplementation(function (this: Registry, metric) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library does not export these fields
    metrics.push(metric as unknown as ExposedMetric);
    registered.call(this, metric);
  });
  const ports = Object.fromEntries(PROTOCOLS.map((protocol) => [portSetting(protocol), '0']));
  const config = readConfig({ ...FREE_PORTS, ...ports, DATA_DIR: folder, DATABASE_URL: test.url, ...environment });
  const server = await startServer(config, pino({ level: 'silent' }));
  register.mockRestore();
  return {
    server,
    metrics,
    text: async () => (await fetch(`${server.metricsAddress}/metrics`)).text(),
    close: async () => {
      await server.stop();
      await test.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const registered = Registry.prototype.registerMetric;
