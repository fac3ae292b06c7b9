import { COMMAND_KINDS, type CommandKind } from '@milepost/contract/command-kinds';
import { protocolByName } from '@milepost/protocols/registry';
import type { Phrases } from '@milepost/protocols/types';

/** What devices of a protocol can be asked; nothing where it is not known. */
export function kindsOf(protocol: string | null): CommandKind[] {
  const { commands = [], phrases = {} } = (protocol !== null && protocolByName(protocol)) || {};
  const taken = new Set<string>([...commands, ...(commands.includes('text') ? Object.keys(phrases) : [])]);
  return COMMAND_KINDS.filter((kind) => taken.has(kind));
}

/** What a command says in a protocol's words; null for one that needs none. */
export function wordsOf(
  protocol: string,
  { kind, seconds, text }: { kind: CommandKind; seconds: number | null; text: string | null },
): string | null {
  const phrases: Phrases = protocolByName(protocol)?.phrases ?? {};
  switch (kind) {
    case 'text':
      return text;
    case 'interval':
      return seconds === null ? null : (phrases.interval?.(seconds) ?? null);
    case 'restart':
    case 'status':
    case 'version':
      return phrases[kind] ?? null;
    case 'locate':
    case 'engineStop':
    case 'engineResume':
      return null;
  }
}
