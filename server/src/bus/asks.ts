import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Logger } from 'pino';
import { reasonOf } from '../fault.ts';
import type { AnswerPart, Bus } from './bus.ts';
import type { Questions } from './questions.ts';

/** What one process answered. */
export interface Answer<Output> {
  /** Its name, such as `Milepost 4711 on fleet-1`. */
  process: string;
  output: Output;
}

/** Questions to the processes of this installation, for what only the memory of one of them holds. */
export interface Asks {
  /** Answers a question from now on; returns the function that ends this. */
  answer<Name extends keyof Questions>(name: Name, answer: Answerer<Name>): () => void;
  /**
   * The answers of all processes that have one, this process first. A process that does not answer in time is left out,
   * so that the others are shown while it hangs.
   */
  ask<Name extends keyof Questions>(
    name: Name,
    input: Questions[Name]['input'],
  ): Promise<Answer<Questions[Name]['output']>[]>;
}

type Answerer<Name extends keyof Questions> = (
  input: Questions[Name]['input'],
) => Questions[Name]['output'] | Promise<Questions[Name]['output']>;

interface AsksOptions {
  bus: Bus;
  /** The name of this process. */
  process: string;
  /** The names of the other processes that can answer, such as those with a role. */
  others: (name: keyof Questions) => Promise<ReadonlySet<string>>;
  logger: Logger;
  /** For tests. */
  withinMs?: number;
}

const WITHIN_MS = 1500;
/** Base64 of it fits into a notification. */
const PART_BYTES = 5000;
const MAX_PARTS = 400;
/** An answer of another process that unpacks to more is not one of ours. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);

/** Compressed, since contacts and messages of devices repeat themselves, and a notification is small. */
async function partsOf(output: unknown): Promise<string[]> {
  const packed = await pack(JSON.stringify(output ?? null));
  return Array.from({ length: Math.ceil(packed.length / PART_BYTES) }, (_, part) =>
    packed.subarray(part * PART_BYTES, (part + 1) * PART_BYTES).toString('base64'),
  );
}

export function createAsks({ bus, process: own, others, logger, withinMs = WITHIN_MS }: AsksOptions): Asks {
  const answerers = new Map<string, Set<(input: unknown) => unknown>>();
  const waiting = new Map<string, (part: AnswerPart) => void>();

  const answersHere = async (name: string, input: unknown): Promise<unknown[]> =>
    Promise.all([...(answerers.get(name) ?? [])].map((answer) => answer(input)));

  bus.subscribe('question', ({ id, question, input }) => {
    // Our own question is answered without the bus.
    if (waiting.has(id) || !answerers.has(question)) return;
    const reply = async () => {
      for (const output of await answersHere(question, input)) {
        const parts = await partsOf(output);
        if (parts.length > MAX_PARTS) throw new Error(`The answer has ${parts.length} parts`);
        for (const [part, text] of parts.entries()) {
          bus.publish('answered', { id, process: own, part, of: parts.length, text });
        }
      }
    };
    reply().catch((error: unknown) =>
      logger.warn({ question, reason: reasonOf(error) }, 'A question of another process could not be answered'),
    );
  });
  bus.subscribe('answered', (part) => waiting.get(part.id)?.(part));

  const askOthers = async (name: keyof Questions, input: unknown): Promise<Answer<unknown>[]> => {
    const missing = new Set(await others(name));
    if (missing.size === 0) return [];
    const id = randomBytes(9).toString('base64url');
    const all = Promise.withResolvers<void>();
    const partial = new Map<string, string[]>();
    const whole: Promise<Answer<unknown>>[] = [];
    waiting.set(id, ({ process, part, of, text }) => {
      if (!missing.has(process) || !(of > 0 && of <= MAX_PARTS) || !(part >= 0 && part < of)) return;
      const parts = partial.get(process) ?? [];
      partial.set(process, parts);
      parts[part] = text;
      // A hole has no own key.
      if (Object.keys(parts).length < of) return;
      missing.delete(process);
      const packed = Buffer.concat(parts.map((one) => Buffer.from(one, 'base64')));
      whole.push(
        unpack(packed, { maxOutputLength: MAX_ANSWER_BYTES }).then((bytes) => ({
          process,
          output: JSON.parse(bytes.toString()) as unknown,
        })),
      );
      if (missing.size === 0) all.resolve();
    });
    const tooLate = new AbortController();
    try {
      bus.publish('question', { id, question: name, input });
      await Promise.race([all.promise, delay(withinMs, undefined, { signal: tooLate.signal })]);
      tooLate.abort();
      if (missing.size > 0)
        logger.warn({ question: name, processes: [...missing] }, 'Processes did not answer in time');
      const settled = await Promise.allSettled(whole);
      return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    } finally {
      waiting.delete(id);
    }
  };

  return {
    answer: (name, answer) => {
      const all = answerers.get(name) ?? new Set();
      answerers.set(name, all);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the question's name gives its input
      const one = answer as (input: unknown) => unknown;
      all.add(one);
      return () => {
        all.delete(one);
        if (all.size === 0) answerers.delete(name);
      };
    },
    ask: async (name, input) => {
      const [here, elsewhere] = await Promise.all([answersHere(name, input), askOthers(name, input)]);
      const answers = [...here.map((output) => ({ process: own, output })), ...elsewhere];
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answerers of all processes have this type
      return answers as Answer<Questions[typeof name]['output']>[];
    },
  };
}
