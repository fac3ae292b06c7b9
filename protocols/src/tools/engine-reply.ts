import type { EngineReplies } from '../types.ts';

/** For devices that do not reply to engine commands, or whose replies are not documented. */
export const NO_ENGINE_REPLIES: EngineReplies = { stopped: null, resumed: null, refused: null };

/**
 * Returns the meaning of a device's reply to an engine command. Null: the reply is not understood, or the protocol's
 * replies are unknown, so that the engine's state is unknown too.
 */
export function engineReply(
  replies: EngineReplies | undefined,
  kind: 'engineStop' | 'engineResume',
  text: string,
): 'done' | 'refused' | null {
  const reply = text.trim();
  if (replies?.refused?.test(reply)) return 'refused';
  const done = kind === 'engineStop' ? replies?.stopped : replies?.resumed;
  return done?.test(reply) ? 'done' : null;
}
