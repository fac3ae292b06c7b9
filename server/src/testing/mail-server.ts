import { createServer, type Server } from 'node:net';

/**
 * A mail server that accepts all mails (RFC 5321), or refuses recipients while `refusing`: temporarily or permanently.
 */
export interface TestMailServer {
  url: string;
  messages: { from: string; to: string; text: string }[];
  /** Recipients that were refused so far. */
  refused: number;
  refusing: boolean | 'for-good';
  close(): Promise<void>;
}

export async function testMailServer(): Promise<TestMailServer> {
  const messages: TestMailServer['messages'] = [];
  const server: Server = createServer((socket) => {
    let from = '';
    let to = '';
    let data: string[] | null = null;
    let rest = '';
    const sendLine = (line: string) => socket.write(`${line}\r\n`);
    const take = (line: string) => {
      if (data) {
        if (line !== '.') return void data.push(line);
        messages.push({ from, to, text: data.join('\n') });
        data = null;
        return sendLine('250 taken');
      }
      const command = line.slice(0, 4).toUpperCase();
      if (command === 'MAIL') from = /<(.*?)>/.exec(line)?.[1] ?? '';
      if (command === 'RCPT') {
        to = /<(.*?)>/.exec(line)?.[1] ?? '';
        if (mail.refusing) {
          mail.refused++;
          return sendLine(mail.refusing === 'for-good' ? '550 no such user' : '450 mailbox busy');
        }
      }
      if (command === 'QUIT') return void socket.end('221 bye\r\n');
      if (command === 'DATA') data = [];
      return sendLine(command === 'DATA' ? '354 go on' : '250 fine');
    };
    sendLine('220 test');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const mail: TestMailServer = {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    messages,
    refused: 0,
    refusing: false,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mail;
}
