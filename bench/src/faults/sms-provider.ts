import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** A provider takes its time, so that kills fall between question and answer, into the next round. */
const ANSWER_AFTER_MS = 3000;

export interface SmsProvider {
  /** As the setting SMS_URL. */
  address: string;
  /** How often each text came. */
  got: ReadonlyMap<string, number>;
  /** Questions that ended without their answer, since who asked had died. */
  cutOff(): number;
  stop(): void;
}

/** A provider of SMS on a free port of this machine. */
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
