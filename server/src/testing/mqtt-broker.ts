import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Aedes, type AuthenticateError, type AuthErrorCode } from 'aedes';

export interface TestBroker {
  url: string;
  port: number;
  /** At quality 1, as a device would; `retain`: stored for later subscribers. */
  publish(topic: string, payload: object | string, retain?: boolean): Promise<void>;
  /** The number of messages acknowledged by subscribers. */
  acknowledged(): number;
  /** The messages that clients published. */
  published(): { topic: string; payload: string; qos: number }[];
  /** Filters that the client of this name subscribed to. */
  subscribed(): string[];
  /** Ends all connections and accepts no more; sessions and their messages are retained. */
  away(): Promise<void>;
  back(): Promise<void>;
  close(): Promise<void>;
}

const [user, password] = ['fleet', 'p@ss:word'];

/** A third-party broker on a free port that admits only one user; with a certificate it uses TLS. */
export async function testBroker(certificate?: { key: string; cert: string }): Promise<TestBroker> {
  const refusedAs: AuthErrorCode.BAD_USERNAME_OR_PASSWORD = 4;
  const aedes = await Aedes.createBroker({
    authenticate: (_client, name, given, done) => {
      if (name === user && given?.toString() === password) return done(null, true);
      const error: AuthenticateError = Object.assign(new Error('refused'), { returnCode: refusedAs });
      return done(error, null);
    },
    authorizeSubscribe: (_client, subscription, done) =>
      done(null, subscription.topic.startsWith('forbidden/') ? null : subscription),
  });
  let acknowledged = 0;
  const published: ReturnType<TestBroker['published']> = [];
  aedes.on('publish', ({ topic, payload, qos }, client) => {
    if (client) published.push({ topic, payload: payload.toString(), qos });
  });
  const filters = new Set<string>();
  // Also emitted for acknowledgements of resent messages.
  aedes.on('ack', () => acknowledged++);
  aedes.on('subscribe', (subscriptions) => subscriptions.forEach(({ topic }) => filters.add(topic)));
  aedes.on('unsubscribe', (topics) => topics.forEach((topic) => filters.delete(topic)));
  const sockets = new Set<Socket>();
  const accept = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    aedes.handle(socket);
  };
  const listen = async (port: number) => {
    const server = certificate ? createTlsServer(certificate, accept) : createServer(accept);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let server = await listen(0);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const away = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: `${certificate ? 'mqtts' : 'mqtt'}://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    port,
    publish: (topic, payload, retain = false) =>
      new Promise((resolve, reject) => {
        const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
        aedes.publish({ cmd: 'publish', topic, payload: text, qos: 1, retain, dup: false }, (error) =>
          error ? reject(error) : resolve(),
        );
      }),
    acknowledged: () => acknowledged,
    published: () => [...published],
    subscribed: () => [...filters].toSorted(),
    away,
    back: async () => {
      server = await listen(port);
    },
    close: async () => {
      if (server.listening) await away();
      await new Promise<void>((resolve) => aedes.close(resolve));
    },
  };
}
