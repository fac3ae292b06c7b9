import { expect, test } from 'vitest';
import { cleanHtml, plainText } from './clean-html.ts';

test('the formatting of the editor is preserved', () => {
  const html =
    '<h2>News</h2><p>A <strong>b</strong> <em>c</em> <u>d</u> <s>e</s><br />f</p><ul><li><p>one</p></li></ul>' +
    '<blockquote><p>q</p></blockquote><hr /><p><a href="https://example.org/?a=1&amp;b=2">link</a></p>';
  expect(cleanHtml(html)).toBe(html);
});

/** From the collection of OWASP (XSS Filter Evasion), and typical content of mails. */
test.each([
  ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
  ['<p onclick="alert(1)" style="position:fixed" class="x">a</p>', '<p>a</p>'],
  ['<img src=x onerror=alert(1)>', ''],
  ['<svg><animate onbegin=alert(1) attributeName=x></svg>', ''],
  ['<iframe src="https://example.org"></iframe>a', 'a'],
  ['<style>p{display:none}</style>a', 'a'],
  ['<form action="https://example.org"><input name=p></form>', ''],
  ['<a href="jav&#x09;ascript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="JaVaScRiPt:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="data:text/html,<script>alert(1)</script>">a</a>', '<a>a</a>'],
  ['<a href="//example.org/x" target="_top" onmouseover=alert(1)>a</a>', '<a>a</a>'],
  ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>', ''],
  ['<<SCRIPT>alert("XSS");//<</SCRIPT>', '&lt;'],
])('%s', (html, clean) => {
  expect(cleanHtml(html)).toBe(clean);
});

test('clean HTML is unchanged, and nesting is limited', () => {
  const deep = `${'<blockquote>'.repeat(500)}a${'</blockquote>'.repeat(500)}`;
  const clean = cleanHtml(deep);
  expect(clean.split('<blockquote>').length - 1).toBeLessThanOrEqual(30);
  expect(clean).toContain('a');
  expect(cleanHtml(clean)).toBe(clean);
});

test('without formatting the text has lines, with letters as they were typed', () => {
  expect(plainText('<h2>News</h2><p>a &lt; b &amp; c<br />d</p><ul><li>one</li><li>two</li></ul>')).toBe(
    'News\na < b & c\nd\n- one\n- two',
  );
  expect(plainText('<p></p>')).toBe('');
  // The text is decoded once, not twice: what was entered as an entity stays an entity.
  expect(plainText('<p>&amp;lt;</p>')).toBe('&lt;');
});
