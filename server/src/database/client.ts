import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg';
import { finderOf, type PrimaryFinder } from './primary.ts';

/** What the driver has and its types lack: the connection below, which tells what the server says of itself. */
interface Wire {
  on(event: 'parameterStatus', listener: (status: { parameterName: string; parameterValue: string }) => void): void;
  stream: { destroy(): void };
}

/**
 * A connection to the database of a URL. If it has several hosts, to the one that accepts writes; it ends when that
 * one is no longer the primary. Like the driver's client otherwise.
 */
export class DatabaseClient extends Client {
  readonly #finder: PrimaryFinder | null;

  constructor(config: ClientConfig & { connectionString: string }) {
    super(config);
    this.#finder = finderOf(config.connectionString);
  }

  override connect(): Promise<Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<Client> | void {
    const finder = this.#finder;
    if (callback === undefined) return finder ? this.#connectTo(finder) : super.connect();
    if (!finder) return super.connect(callback);
    // Of Node's kind: without an error when it is connected, as the driver's pool expects.
    // oxlint-disable-next-line promise/no-callback-in-promise -- the driver's pool has callbacks
    void this.#connectTo(finder).then(() => Reflect.apply(callback, undefined, [null, this]), callback);
  }

  async #connectTo(finder: PrimaryFinder): Promise<Client> {
    const primary = await finder.find();
    Object.assign(this, { host: primary.host, port: Number(primary.port) });
    const wire = Reflect.get(this, 'connection') as Wire;
    let isStandby = false;
    wire.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') isStandby = parameterValue === 'on';
    });
    const end = () => wire.stream.destroy();
    this.once('end', () => finder.remove(end));
    finder.add(primary, end);
    try {
      await super.connect();
      if (isStandby) throw new Error(`${primary.host}:${primary.port} has become a standby`);
    } catch (error) {
      finder.forget(primary);
      finder.remove(end);
      await this.end().catch(() => {});
      throw error;
    }
    return this;
  }
}

/** The setting by which a pool of the driver opens such connections. */
export const WITH_OUR_CLIENT: Pick<PoolConfig, 'Client'> = {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pool passes its own options on, which its type does not say
  Client: DatabaseClient as unknown as new () => Client,
};

/** A pool of such connections. */
export const openPool = (config: PoolConfig & { connectionString: string }): Pool =>
  new Pool({ ...config, ...WITH_OUR_CLIENT });
