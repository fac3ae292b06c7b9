import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** The delay of a reply, so that kills happen between request and reply, into the next round. */
const ANSWER_AFTER_MS = 3000;

export interface SmsProvider {
  /** The address in the format of the setting SMS_URL. */
  address: string;
  /** The number of times that each text was received. */
  got: ReadonlyMap<string, number>;
  /** The requests that ended without a reply, because the sender was killed. */
  cutOff(): number;
  stop(): void;
}

/** An SMS provider on a free port of this machine. */
export async function startSmsProvider(random: () => number): Promise<SmsProvider> {
  const got = new Map<string, number>();
  let cut = 0;
  const server = createServer((request, response) => {
    const text = new URL(request.url ?? '', 'http://provider').searchParams.get('text') ?? '';
    got.set(text, (got.get(text) ?? 0) + 1);
    response.on('close', () => {
      if (!response.writableEnded) cut += 1;
    });
    void delay(random() * ANSWER_AFTER_MS).then(() => response.end('OK'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  const port = typeof at === 'object' && at !== null ? at.port : 0;
  return {
    address: `http://127.0.0.1:${port}/sms?to={number}&text={text}`,
    got,
    cutOff: () => cut,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
