import { CURRENCIES, decimalsOf, moneyFormat } from '@milepost/contract/money';
import { formatRevision, formatSettings, localeOf } from './format-settings.ts';
import { isolate } from './isolate.ts';

/** Formatters by currency, cached for the current settings because creating them is slow. */
let made: { revision: number; formats: Map<string, Intl.NumberFormat> } | undefined;

/** Formats an amount in the currency's minor unit as "₹12,500.50". */
export function formatMoney(amount: number, currency: string): string {
  const revision = formatRevision();
  if (made?.revision !== revision) made = { revision, formats: new Map() };
  const known = made.formats.get(currency);
  const locale = localeOf(formatSettings().language);
  const format = known ?? new Intl.NumberFormat(locale, moneyFormat(currency));
  made.formats.set(currency, format);
  return isolate(format.format(wholeOf(amount, currency)));
}

/**
 * The signs before and after an amount of a currency, and whether its digits are grouped as in India: the same for
 * fields and texts.
 */
export function moneyShape(currency: string): { prefix: string; suffix: string; lakh: boolean } {
  const format = new Intl.NumberFormat(localeOf(formatSettings().language), moneyFormat(currency));
  // Large enough to show the groups: 12,34,567 or 1,234,567.
  const text = format.format(1_234_567).replaceAll(/[\u200e\u200f\u061c]/g, '');
  const digits = /\d(?:.*\d)?/.exec(text);
  const start = digits?.index ?? 0;
  const end = start + (digits?.[0].length ?? 0);
  return { prefix: text.slice(0, start), suffix: text.slice(end), lakh: text.includes('12,34,567') };
}

/** The shortest sign of a currency, such as "$" or "₹". */
export const signOf = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(1)
    .find(({ type }) => type === 'currency')?.value ?? currency;

/** Converts the minor unit to whole units: 1250 of INR is 12.5. */
export const wholeOf = (amount: number, currency: string): number => amount / 10 ** decimalsOf(currency);
/** Converts whole units to the minor unit. */
export const smallestOf = (whole: number, currency: string): number => Math.round(whole * 10 ** decimalsOf(currency));

/** Every currency with its name in the current language. */
export function currencyChoices(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(localeOf(formatSettings().language), { type: 'currency' });
  return CURRENCIES.map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }));
}
