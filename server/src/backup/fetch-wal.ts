// The restore_command of PostgreSQL while a backup is restored: asks the program that restores it for a file of the
// write-ahead log. Exit codes: 0 written; 1 there is none, which is the end of the log; 200 it cannot be read, which ends
// the recovery.
import { createWriteStream } from 'node:fs';
import { get } from 'node:http';

const [, , url = '', name = '', file = ''] = process.argv;
get(`${url}/${name}`, (reply) => {
  if (reply.statusCode !== 200) process.exit(reply.statusCode === 404 ? 1 : 200);
  reply.pipe(createWriteStream(file)).on('finish', () => process.exit(0));
  reply.on('error', () => process.exit(200));
}).on('error', () => process.exit(200));
