import { EMBEDDED_MAJOR } from '../../database/native.ts';
import { VERSION } from '../../version.ts';
import { defineCommand } from '../command.ts';

export const version = defineCommand({
  run: async ({ print }) => {
    print(`Milepost ${VERSION}`);
    print(`Node ${process.versions.node}`);
    print(`PostgreSQL ${EMBEDDED_MAJOR} (embedded)`);
  },
});
