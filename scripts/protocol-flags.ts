/** Prints `--protocol <name>` for every protocol that the gateway speaks: what continuous integration compares. */
import { PROTOCOLS } from '../protocols/src/registry.ts';

process.stdout.write(PROTOCOLS.map(({ name }) => `--protocol ${name}`).join(' '));
