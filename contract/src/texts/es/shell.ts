import type { ShellTexts } from '../texts-like.ts';
import faults from './faults.json' with { type: 'json' };
import liveMap from './live-map.json' with { type: 'json' };
import signIn from './sign-in.json' with { type: 'json' };

/** The texts that the browser loads with the shell and the live map. */
export const texts = { ...faults, ...liveMap, ...signIn } satisfies ShellTexts;
