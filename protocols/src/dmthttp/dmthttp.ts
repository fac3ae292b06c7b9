import { answered } from '../tools/read-request.ts';
import type { HttpProtocol } from '../types.ts';
import { read } from './read.ts';

const MAX_FRAME_BYTES = 131_072;

/** JSON that Digital Matter's server passes on over HTTP, in its older form and that of Edge devices. */
export const dmthttp: HttpProtocol = {
  kind: 'http',
  name: 'dmthttp',
  title: 'Digital Matter over HTTP',
  defaultPort: 5139,
  maxFrameBytes: MAX_FRAME_BYTES,
  decode: (request) => answered(() => read(request.body)),
};
