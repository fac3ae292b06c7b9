import { expect, test } from 'vitest';
import { navigationLink } from './navigation-link.ts';

const shop = { name: 'Shop (north)', address: '1 Main St', place: { lat: 12.9, lon: -77.5 } };

// The formats of RFC 5870, of Android's intent for maps, and of Apple's and Google's links to maps.
test.each([
  ['Mozilla/5.0 (Linux; Android 16; Pixel)', 'geo:12.9,-77.5?q=12.9%2C-77.5(Shop%20%20north%20)'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 20_0)', 'https://maps.apple.com/?daddr=12.9%2C-77.5'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'https://www.google.com/maps/dir/?api=1&destination=12.9%2C-77.5'],
])('%s opens %s', (userAgent, link) => {
  expect(navigationLink(shop, userAgent)).toBe(link);
});

test('without coordinates the address is used, and without both there is no link', () => {
  expect(navigationLink({ ...shop, place: null }, 'Android')).toBe('geo:0,0?q=1%20Main%20St');
  expect(navigationLink({ ...shop, place: null, address: null }, 'Android')).toBeNull();
});
