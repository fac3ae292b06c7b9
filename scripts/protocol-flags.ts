/** Prints `--protocol <name>` for every protocol of the gateway, for the comparison in continuous integration. */
import { PROTOCOLS } from '../protocols/src/registry.ts';

process.stdout.write(PROTOCOLS.map(({ name }) => `--protocol ${name}`).join(' '));
