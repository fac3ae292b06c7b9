import { COMMAND_KINDS, type CommandKind } from '@milepost/contract/command-kinds';
import type { CommandDetails } from '@milepost/contract/command-operations';
import { protocolByName } from '@milepost/protocols/registry';
import type { Phrases } from '@milepost/protocols/types';

const phrasesOf = (protocol: string | null): Phrases => (protocol !== null && protocolByName(protocol)?.phrases) || {};

/** The commands that devices of a protocol support; empty for an unknown protocol. */
export function kindsOf(protocol: string | null): CommandKind[] {
  const { commands = [] } = (protocol !== null && protocolByName(protocol)) || {};
  const { output, sms: _sms, ...phrases } = phrasesOf(protocol);
  const worded = [...Object.keys(phrases), ...(output ? ['outputOn', 'outputOff'] : [])];
  const taken = new Set<string>([...commands, ...(commands.includes('text') ? worded : [])]);
  return COMMAND_KINDS.filter((kind) => taken.has(kind));
}

/** The numbers of the outputs that devices of a protocol can switch. */
export const outputsOf = (protocol: string | null): number[] => [...(phrasesOf(protocol).output?.numbers ?? [])];

/** The texts that release the emergency state of devices of a protocol. */
export const releasesOf = (protocol: string | null): string[] => [...(phrasesOf(protocol).releaseEmergency ?? [])];

/** True when the protocol's manual connects the engine's relay to this output. */
export const isRelay = (protocol: string, output: number | null): boolean =>
  output !== null && phrasesOf(protocol).output?.relay === output;

/** The parameters of a command that are needed for its text. */
export interface CommandOptions extends CommandDetails {
  kind: CommandKind;
  text: string | null;
  /** For `releaseEmergency`: one of the protocol's texts; null: the first. */
  release: string | null;
}

/** The options of a command that has none. */
export const EMPTY_OPTIONS = { seconds: null, output: null, odometerKm: null, phones: null, text: null, release: null };

/**
 * Whether devices of a protocol accept a command, and its text if the protocol uses one (otherwise null). Not accepted:
 * an output that they do not have, more telephones than they store, or unknown release texts.
 */
export function wordsOf(protocol: string, wanted: CommandOptions): { taken: boolean; content: string | null } {
  const { kind } = wanted;
  const known = kindsOf(protocol).includes(kind);
  if (kind === 'locate' || kind === 'engineStop' || kind === 'engineResume') return { taken: known, content: null };
  const content = known ? phraseFor(phrasesOf(protocol), wanted) : null;
  return { taken: content !== null, content };
}

/**
 * The same for an SMS, which also reaches a device without a connection; a typed text is accepted for any protocol.
 */
export function smsWordsOf(
  protocol: string | null,
  wanted: CommandOptions,
): { taken: boolean; content: string | null } {
  const { kind, text } = wanted;
  if (kind === 'text') return { taken: true, content: text };
  const phrases = phrasesOf(protocol);
  const { sms } = phrases;
  if (!sms) return { taken: false, content: null };
  const words =
    kind === 'locate' || kind === 'engineStop' || kind === 'engineResume' ? sms[kind] : phraseFor(phrases, wanted);
  return { taken: words !== null, content: words === null ? null : `${sms.before}${words}` };
}

/** The commands that can be sent by SMS. */
export const smsKindsOf = (protocol: string | null): CommandKind[] =>
  phrasesOf(protocol).sms ? kindsOf(protocol) : ['text'];

function phraseFor(
  phrases: Phrases,
  { kind, text, seconds, output, odometerKm, phones, release }: CommandOptions,
): string | null {
  switch (kind) {
    case 'text':
      return text;
    case 'interval':
      return seconds === null ? null : (phrases.interval?.(seconds) ?? null);
    case 'restart':
    case 'status':
    case 'version':
      return phrases[kind] ?? null;
    case 'odometer':
      return odometerKm === null ? null : (phrases.odometer?.(odometerKm) ?? null);
    case 'sosNumbers': {
      const { sosNumbers } = phrases;
      return phones === null || !sosNumbers || phones.length > sosNumbers.most ? null : sosNumbers.write(phones);
    }
    case 'outputOn':
    case 'outputOff':
      if (output === null || !phrases.output?.numbers.includes(output)) return null;
      return phrases.output.write(output, kind === 'outputOn');
    case 'releaseEmergency':
      return phrases.releaseEmergency?.find((words) => release === null || words === release) ?? null;
    case 'locate':
    case 'engineStop':
    case 'engineResume':
      return null;
  }
}
