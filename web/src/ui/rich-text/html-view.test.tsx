// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { HtmlView } from './html-view.tsx';

afterEach(cleanup);
const shown = (html: string) => render(<HtmlView html={html} />).container.firstElementChild?.innerHTML;

test('marks are drawn, and links lead out of the application', () => {
  expect(shown('<h2>A</h2><p>b <strong>c</strong><br>d</p><ul><li><p>e</p></li></ul>')).toBe(
    '<h2>A</h2><p>b <strong>c</strong><br>d</p><ul><li><p>e</p></li></ul>',
  );
  expect(shown('<a href="https://example.org/x">a</a>')).toBe(
    '<a href="https://example.org/x" target="_blank" rel="noopener noreferrer nofollow">a</a>',
  );
});

test.each([
  ['<img src="x" onerror="alert(1)">a', 'a'],
  ['<p onclick="alert(1)" style="color:red">a</p>', '<p>a</p>'],
  ['<a href="javascript:alert(1)">a</a>', 'a'],
  ['<div><iframe src="https://example.org"></iframe>a</div>', 'a'],
])('%s shows only its text', (html, text) => {
  expect(shown(html)).toBe(text);
});
