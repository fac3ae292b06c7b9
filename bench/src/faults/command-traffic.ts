import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { imeiOf } from '../devices/fleet.ts';

/** The outcomes of all commands; those from `sentTwice` to `strayed`, `smsTwice` and `smsForgotten` must be 0. */
export interface CommandFigures {
  commands: number;
  answered: number;
  /**
   * Sent, but the reply was lost when the server was killed, or the command never left the socket. They are shown as
   * not answered.
   */
  unanswered: number;
  sentTwice: number;
  /** Commands that are not finished although the device is connected. */
  forgotten: number;
  /** Commands finished as sent or answered, but with the reply to another command. */
  wrongAnswers: number;
  /** Commands received by another device than the intended one. */
  strayed: number;
  sms: number;
  /**
   * Marked as sent, but never passed to the provider, because the server was killed in between. They are shown as
   * unknown.
   */
  smsNotKnown: number;
  smsTwice: number;
  /** SMS that are not finished although the provider is reachable. */
  smsForgotten: number;
}

/** The maximum delay of a device's reply, so that kills happen before, between and after command and reply. */
const ANSWER_AFTER_MS = 400;
const SETTLED_WITHIN_MS = 120_000;
/** A command without a reply blocks the next one for this long; this test does not wait for that. */
const HELD_UP = '30 s';

/** Sends commands to devices while everything is killed around them, and checks the outcome of each afterwards. */
export class CommandTraffic {
  /** The devices that received each text. */
  readonly #got = new Map<string, string[]>();
  readonly #random: () => number;
  readonly #smsGot: ReadonlyMap<string, number>;

  /** @param smsGot the number of times that the SMS provider received each text */
  constructor(random: () => number, smsGot: ReadonlyMap<string, number>) {
    this.#random = random;
    this.#smsGot = smsGot;
  }

  /** The device's reaction to a command. */
  receive(imei: string, text: string): { text: string; afterMs: number } {
    this.#got.set(text, [...(this.#got.get(text) ?? []), imei]);
    return { text: `${text} OK`, afterMs: this.#random() * ANSWER_AFTER_MS };
  }

  /** Queues another command and another SMS for each device, as the store does: each with its own text. */
  async send(url: string, devices: number, round: number): Promise<void> {
    const identities = Array.from({ length: devices }, (_, index) => imeiOf(index));
    await withClient(url, async (client) => {
      await client.query(`UPDATE devices SET sim_number = '98' || lpad(id::text, 8, '0') WHERE sim_number IS NULL`);
      await client.query(
        `INSERT INTO device_commands (organisation_id, device_id, vehicle_id, kind, content, by_sms, expires_at)
         SELECT v.organisation_id, d.id, v.id, way.kind, way.word || ' ' || $2 || ' ' || d.identity, way.by_sms,
                now() + interval '1 day'
         FROM devices d JOIN vehicles v ON v.registration = d.identity,
           (VALUES ('text', 'ASK', false), ('locate', 'SMS', true)) AS way (kind, word, by_sms)
         WHERE d.identity = ANY($1)`,
        [identities, round],
      );
    });
  }

  /** Waits until everything queued was sent, however long it takes, and returns the figures of all of them. */
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
      const { rows: all } = await client.query<CommandRow>(
        `SELECT c.state, c.content, c.answer, c.by_sms AS "bySms", d.identity AS imei
         FROM device_commands c JOIN devices d ON d.id = c.device_id`,
      );
      const rows = all.filter(({ bySms }) => !bySms);
      const sms = all.filter(({ bySms }) => bySms);
      const count = (is: (row: CommandRow) => boolean) => rows.filter(is).length;
      return {
        commands: rows.length,
        answered: count(({ state }) => state === 'answered'),
        unanswered: count(({ state }) => state === 'sent'),
        sentTwice: [...this.#got.values()].filter((imeis) => imeis.length > 1).length,
        forgotten: count(({ state }) => state !== 'answered' && state !== 'sent'),
        wrongAnswers: count(({ state, content, answer }) => state === 'answered' && answer !== `${content} OK`),
        strayed: count(({ content, imei }) => (this.#got.get(content) ?? []).some((one) => one !== imei)),
        sms: sms.length,
        smsNotKnown: sms.filter(({ state, content }) => state === 'sent' && !this.#smsGot.has(content)).length,
        smsTwice: [...this.#smsGot.values()].filter((times) => times > 1).length,
        smsForgotten: sms.filter(({ state }) => state !== 'sent').length,
      };
    });
  }
}

interface CommandRow {
  state: string;
  content: string;
  answer: string | null;
  bySms: boolean;
  imei: string;
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
