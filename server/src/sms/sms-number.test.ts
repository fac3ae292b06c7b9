import { expect, it } from 'vitest';
import { smsNumber } from './sms-number.ts';

it.each([
  ['+91 98220-12345', '+919822012345'],
  ['(030) 123 / 45.67', '0301234567'],
  ['099123456', '099123456'],
])('reads %s as %s', (phone, number) => {
  expect(smsNumber(phone)).toBe(number);
});

it.each([null, '', 'ask Ana', '12345', '+', '123456789012345678', '+49 171 x 5'])(
  'accepts %s as no number',
  (phone) => {
    expect(smsNumber(phone)).toBeNull();
  },
);
