import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { imeiOf } from '../devices/fleet.ts';

/** What became of all commands; the last four are faults where they are not 0. */
export interface CommandFigures {
  commands: number;
  answered: number;
  /** Sent, with an answer that died with the server, or before a byte of it had left. They show as not answered. */
  unanswered: number;
  sentTwice: number;
  /** Not over though the device is there. */
  forgotten: number;
  /** Over as sent or answered, and an answer to another command. */
  wrongAnswers: number;
  /** Got by another device than the one that was meant. */
  strayed: number;
}

/** Of a device, between nothing and this: so that kills fall before, between and after command and answer. */
const ANSWER_AFTER_MS = 400;
const SETTLED_WITHIN_MS = 120_000;
/** A command whose answer never came holds the next one up for so long; here nobody waits for that. */
const HELD_UP = '30 s';

/** Asks devices things while everything is killed around them, and finds out afterwards what became of each. */
export class CommandTraffic {
  /** How often each text came, and to whom. */
  readonly #got = new Map<string, string[]>();
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** What a device does when it is asked. */
  heard(imei: string, text: string): { text: string; afterMs: number } {
    this.#got.set(text, [...(this.#got.get(text) ?? []), imei]);
    return { text: `${text} OK`, afterMs: this.#random() * ANSWER_AFTER_MS };
  }

  /** One more command for each device, as the store makes them: each with a text of its own. */
  async ask(url: string, devices: number, round: number): Promise<void> {
    await withClient(url, (client) =>
      client.query(
        `INSERT INTO device_commands (organisation_id, device_id, vehicle_id, kind, content, expires_at)
         SELECT v.organisation_id, d.id, v.id, 'text', 'ASK ' || $2 || ' ' || d.identity, now() + interval '1 day'
         FROM devices d JOIN vehicles v ON v.registration = d.identity WHERE d.identity = ANY($1)`,
        [Array.from({ length: devices }, (_, index) => imeiOf(index)), round],
      ),
    );
  }

  /** Waits until everything was sent that waits, as long as it may take, and looks at all of them. */
  async figures(url: string): Promise<CommandFigures> {
    return withClient(url, async (client) => {
      const deadline = performance.now() + SETTLED_WITHIN_MS;
      for (; performance.now() < deadline; await delay(500)) {
        await client.query(
          `UPDATE device_commands SET sent_at = sent_at - interval '${HELD_UP}'
           WHERE state = 'sent' AND sent_at BETWEEN now() - interval '${HELD_UP}' AND now() - interval '2 s'`,
        );
        const { rowCount } = await client.query(
          `SELECT FROM device_commands
           WHERE state = 'waiting' OR state = 'sent' AND sent_at > now() - interval '${HELD_UP}' LIMIT 1`,
        );
        if (rowCount === 0) break;
      }
      const { rows } = await client.query<{ state: string; content: string; answer: string | null; imei: string }>(
        `SELECT c.state, c.content, c.answer, d.identity AS imei FROM device_commands c JOIN devices d ON d.id = c.device_id`,
      );
      const count = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).length;
      return {
        commands: rows.length,
        answered: count(({ state }) => state === 'answered'),
        unanswered: count(({ state }) => state === 'sent'),
        sentTwice: [...this.#got.values()].filter((imeis) => imeis.length > 1).length,
        forgotten: count(({ state }) => state !== 'answered' && state !== 'sent'),
        wrongAnswers: count(({ state, content, answer }) => state === 'answered' && answer !== `${content} OK`),
        strayed: count(({ content, imei }) => (this.#got.get(content) ?? []).some((one) => one !== imei)),
      };
    });
  }
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
