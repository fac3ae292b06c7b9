// PostgreSQL's restore_command during a restore: fetches a WAL file from the restoring process. Exit codes: 0 written;
// 1 no such file, which ends the log; 200 unreadable, which aborts the recovery.
import { createWriteStream, readFileSync } from 'node:fs';
import { get } from 'node:http';

// The address contains a secret, and every user of the machine can read the arguments of a process.
const [, , addressFile = '', name = '', file = ''] = process.argv;
const url = readFileSync(addressFile, 'utf8');
get(`${url}/${name}`, (reply) => {
  if (reply.statusCode !== 200) process.exit(reply.statusCode === 404 ? 1 : 200);
  reply.pipe(createWriteStream(file)).on('finish', () => process.exit(0));
  reply.on('error', () => process.exit(200));
}).on('error', () => process.exit(200));
