import { newConversation } from './conversations.ts';
import { Device } from './device.ts';
import type { DemoVehicle } from './fleet.ts';
import type { EngineStopSpan, ObedientMovement } from './obedient-movement.ts';
import type { Options } from './options.ts';
import type { Order } from './order.ts';
import { Outbox } from './outbox.ts';
import type { Pace } from './pace.ts';
import type { Recorder } from './recorder.ts';
import type { Report } from './report.ts';
import type { Stats } from './stats.ts';

/** Capacity of a device in reports: some hours of driving. */
const MEMORY = 5000;

/** One vehicle of the demo: records as time passes, and sends when the network permits. */
export class DemoDevice {
  readonly identity: string;
  readonly #recorder: Recorder;
  readonly #movement: ObedientMovement;
  readonly #outbox: Outbox;
  readonly #device: Device;
  readonly #fallsSilent: boolean;
  /** Whether it may send its past now: only a limited number of devices do so simultaneously. */
  hasTurn = false;
  #timer: NodeJS.Timeout | null = null;

  /** @param past the recorded and unsent span: from, to, ms; sent at a pace shared by all devices */
  constructor(
    vehicle: DemoVehicle,
    { recorder, movement }: { recorder: Recorder; movement: ObedientMovement },
    past: { fromMs: number; toMs: number; pace: Pace },
    options: Pick<Options, 'host' | 'ports'>,
    stats: Stats,
  ) {
    this.identity = vehicle.identity;
    this.#recorder = recorder;
    this.#movement = movement;
    this.#fallsSilent = vehicle.connectivity === 'silent';
    const pace = { allow: (count: number, ms: number) => (this.hasTurn ? past.pace.allow(count, ms) : 0) };
    this.#outbox = new Outbox(pastReports(recorder, past.fromMs, past.toMs), MEMORY, pace);
    this.#device = new Device({
      host: options.host,
      port: options.ports[vehicle.protocol],
      newConversation: () => newConversation(vehicle, options.host),
      outbox: this.#outbox,
      stats,
      isPersistent: vehicle.protocol !== 'osmand',
      obey: (order) => this.#obey(order),
    });
  }

  /** Switches the device on: the present is sent first, with the past in the background. */
  start(): void {
    if (this.#recorder.hasCoverage(Date.now())) this.#device.start();
    if (!this.#fallsSilent) this.#record(Math.floor(Date.now() / 1000) * 1000);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#device.stop();
  }

  get ackedUpToMs(): number | null {
    return this.#outbox.ackedUpToMs;
  }

  get dropped(): number {
    return this.#outbox.dropped;
  }

  /** Whether it is on the network and has past reports to send. */
  get wantsTurn(): boolean {
    return this.#device.isOn && !this.#outbox.pastIsOver;
  }

  /** Must be called many times a second while there are past reports to send. */
  pump(): void {
    if (!this.#outbox.pastIsOver) this.#device.pump();
  }

  /** Must be called every few seconds. */
  tick(nowMs: number): void {
    this.#movement.catchUp(nowMs);
    const covered = this.#recorder.hasCoverage(nowMs);
    const isDone = this.#fallsSilent && this.#outbox.pastIsOver;
    if (covered && !isDone && !this.#device.isOn) this.#device.start();
    else if ((!covered || isDone) && this.#device.isOn) this.#device.stop();
    this.#device.tick(nowMs);
  }

  /** Spans in which its engine was stopped by command, as far as they still matter. */
  get holds(): readonly EngineStopSpan[] {
    return this.#movement.holds;
  }

  #record(ms: number): Report | null {
    const report = this.#recorder.reportAt(ms);
    if (report) this.#device.report(report);
    const next = this.#recorder.nextReport(ms, true);
    this.#timer = setTimeout(() => this.#record(next), Math.max(0, next - Date.now()));
    return report;
  }

  #obey(order: Order): Report | null {
    const ms = Math.ceil(Date.now() / 1000) * 1000;
    if (order.kind === 'unknown' || this.#fallsSilent) return null;
    if (order.kind === 'engineStop') this.#movement.stop(ms);
    if (order.kind === 'engineResume') this.#movement.resume(ms);
    if (order.kind === 'interval') this.#recorder.reportEvery(order.seconds);
    if (this.#timer) clearTimeout(this.#timer);
    return this.#record(ms);
  }
}

/** Yields a device's records from one moment up to (not including) another, in order; generated on demand. */
export function* pastReports(recorder: Recorder, fromMs: number, toMs: number): Generator<Report> {
  for (let ms = Math.ceil(fromMs / 1000) * 1000; ms < toMs; ms = recorder.nextReport(ms, false)) {
    const report = recorder.reportAt(ms);
    if (report) yield report;
  }
}
