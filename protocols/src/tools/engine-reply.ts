import type { EngineReplies } from '../types.ts';

/** Of devices that answer no engine command, or whose answers are not documented. */
export const NO_ENGINE_REPLIES: EngineReplies = { stopped: null, resumed: null, refused: null };

/**
 * What the reply of a device to an engine command means. Null: it is not understood, or the protocol's words are not
 * known, and so the state of the engine is not known either.
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
