import { expect, test } from 'vitest';
import { callCode, expression, jsxCode } from './jsx-code.ts';

test('writes each kind of property as a person would', () => {
  expect(
    jsxCode('Rating', { max: 5, readOnly: true, wrap: false, label: 'Stars', onChange: expression('setStars') }),
  ).toBe('<Rating max={5} readOnly wrap={false} label="Stars" onChange={setStars} />');
});

test('a text with quotes goes into braces, so that the code still parses', () => {
  expect(jsxCode('Alert', {}, 'Low')).toBe('<Alert>Low</Alert>');
  expect(jsxCode('Alert', { title: 'Say "stop"' })).toBe('<Alert title={"Say \\"stop\\""} />');
});

test('a long element has one property a line, and its content indented', () => {
  const title = 'The device in SBA 1234 has been silent for more than an hour';
  expect(jsxCode('Alert', { title, type: 'warning' }, 'Call the driver.')).toBe(
    `<Alert\n  title="${title}"\n  type="warning"\n>\n  Call the driver.\n</Alert>`,
  );
});

test('a call has its properties in an object, a long one a property a line', () => {
  expect(callCode('showToast', { text: "It's saved", delayMs: 500, onClick: expression('open') })).toBe(
    `showToast({ text: 'It\\'s saved', delayMs: 500, onClick: open });`,
  );
  const text = 'The device in SBA 1234 has been silent for more than an hour';
  expect(callCode('showToast', { text, autohide: false })).toBe(
    `showToast({\n  text: '${text}',\n  autohide: false,\n});`,
  );
});
