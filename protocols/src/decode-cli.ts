/**
 * `npm run -s decode -- --protocol gt06` decodes captured frames. Reads JSON Lines `{kind, data}` on standard input and
 * prints one JSON line for each: `{deviceIds, positions}` or `{error}`.
 */
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { decodeLine } from './decode-line.ts';
import { PROTOCOLS, protocolByName } from './registry.ts';

const USAGE = `usage: npm run -s decode -- --protocol NAME < frames.jsonl
Reads one JSON object per line, {"kind":"hex","data":"7878…"}, and prints one for each: {"deviceIds":[…],"positions":[…]}
or {"error":"…"}. Kinds: hex (bytes of one frame), text (one text frame), http ({method,url,headers,body}).
protocols: ${PROTOCOLS.map((protocol) => protocol.name).join(', ')}
`;

function fail(message: string): never {
  process.stderr.write(`${message}\n${USAGE}`);
  process.exit(2);
}

function readArguments(): { protocol?: string; help?: boolean } {
  try {
    return parseArgs({ options: { protocol: { type: 'string' }, help: { type: 'boolean', short: 'h' } } }).values;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

const { protocol: name, help } = readArguments();
if (help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
if (name === undefined) fail('which protocol? --protocol is missing');
const protocol = protocolByName(name);
if (protocol === undefined) fail(`unknown protocol "${name}"`);

// A reader that closes the pipe (`| head`) is not an error.
process.stdout.on('error', () => process.exit(0));
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const answer = JSON.stringify(decodeLine(protocol, line, new Date()));
  if (!process.stdout.write(`${answer}\n`)) await once(process.stdout, 'drain');
}
