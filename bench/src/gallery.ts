/** `npm run -s bench:gallery`: a gallery of a hundred thousand photos, scrolled in a real browser without a graphics card. */
import { benchGallery } from './gallery-run.ts';

const { figures, slow } = await benchGallery();
process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
if (slow) process.exitCode = 1;
