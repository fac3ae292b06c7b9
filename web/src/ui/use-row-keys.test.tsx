// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useRowKeys } from './use-row-keys.ts';

afterEach(cleanup);

function List({ names }: { names: string[] }) {
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list, 'li > button');
  return (
    <ul ref={list}>
      {names.map((name) => (
        <li key={name}>
          <button type="button" disabled={name === 'gone'}>
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}
function Bands() {
  const bands = useRef<HTMLDivElement>(null);
  useRowKeys(bands, '[data-band]');
  return (
    <>
      <div ref={bands}>
        <div role="slider" aria-valuenow={1} tabIndex={0} data-band>
          first
        </div>
        <div role="slider" aria-valuenow={2} tabIndex={0} data-band>
          second
        </div>
      </div>
      <div role="slider" aria-valuenow={3} tabIndex={0}>
        elsewhere
      </div>
    </>
  );
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const focused = () => document.activeElement?.textContent;

test('j and k move over the rows, arrows too once the focus is in the list; rows that cannot be opened are skipped', () => {
  render(<List names={['one', 'gone', 'two']} />);
  press('ArrowDown');
  expect(document.activeElement).toBe(document.body);
  press('j');
  expect(focused()).toBe('one');
  press('ArrowDown');
  expect(focused()).toBe('two');
  press('j');
  expect(focused()).toBe('two');
  press('k');
  expect(focused()).toBe('one');
});

test('a row that is a slider gives up and down away, and sliders elsewhere keep all keys', () => {
  render(<Bands />);
  press('j');
  press('ArrowDown');
  expect(focused()).toBe('second');
  press('k');
  expect(focused()).toBe('first');
  screen.getByText('elsewhere').focus();
  press('j');
  expect(focused()).toBe('elsewhere');
});

test('while a dialog is open its own list answers alone', () => {
  render(
    <>
      <List names={['below']} />
      <div role="dialog" aria-label="Dialog">
        <button type="button">Close</button>
        <List names={['within']} />
      </div>
    </>,
  );
  screen.getByText('Close').focus();
  press('j');
  expect(focused()).toBe('within');
});
