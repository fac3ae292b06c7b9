import type { HttpFrame } from '../types.ts';

export const RMC = '$GPRMC,101530,A,3454.33000,S,05611.47800,W,21.6,87.5,220326,,*2F';

/** Requests as apps send them, constructed rather than recorded. */
export const REQUESTS: readonly [HttpFrame, HttpFrame] = [
  {
    method: 'GET',
    url: `/gprmc/Data?id=my-phone&dev=van-3&acct=account&batt=57&code=0xF020&alt=160.5&gprmc=${RMC}`,
    headers: {},
    body: '',
  },
  {
    method: 'POST',
    url: '/gprmc/Data',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `dev=van-3&acct=account&code=0xFD10&gprmc=${encodeURIComponent(RMC)}`,
  },
];
