import { expect, test } from 'vitest';
import { mailHtml } from './mail-layout.ts';

const letter = { subject: 'Trips: 30 Mar', language: 'en', organisation: 'North & Sons', own: [] } as const;

test('text by people is text and no HTML, in subject, organisation and body', () => {
  const html = mailHtml({
    ...letter,
    subject: '<b>x</b>',
    text: 'Hello <script>alert(1)</script>,\n\n"a" & b\n\nWhy.',
  });
  expect(html).not.toContain('<script>');
  expect(html).not.toContain('<b>');
  expect(html).toContain('Hello &lt;script&gt;alert(1)&lt;/script&gt;,');
  expect(html).toContain('North &amp; Sons');
});

test('one of our addresses is a link to itself, complete', () => {
  const link = 'https://fleet.example.org/authentication/reset-password#token=a&b';
  const html = mailHtml({ ...letter, own: [link], text: `Here:\n\n${link}\n\nWhy.` });
  expect(html).toContain('href="https://fleet.example.org/authentication/reset-password#token=a&amp;b"');
});

test('text by people is no link, also in a paragraph of its own or when it looks like ours', () => {
  const own = ['https://fleet.example.org'];
  const others = [
    'https://evil.example',
    'https://fleet.example.org.evil.example/x',
    'https://fleet.example.org@evil.example/',
  ];
  const html = mailHtml({
    ...letter,
    own,
    text: `Vehicle ${others[0]} was late\n\n${others.join('\n\n')}\n\nhttps://fleet.example.org/downloads\n\nWhy: ${others[0]}`,
  });
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)).toEqual([
    'https://fleet.example.org/downloads',
  ]);
  for (const one of others) expect(html).toContain(one);
});

test('Arabic runs from right to left; nothing is fetched from elsewhere', () => {
  const html = mailHtml({ ...letter, language: 'ar', text: 'مرحبًا\n\nلماذا' });
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).toContain('align="right"');
  expect(html).not.toMatch(/src=|url\(|<link/);
});
