/** Type allocation code for test equipment: reporting body 00 (GSMA TS.06). No real device has it. */
const TEST_TAC = '00440100';

/** Check digit of an IMEI's first 14 digits (Luhn; 3GPP TS 23.003, annex B). */
export function luhnDigit(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const value = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 0 ? value * 2 : value;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10;
}

/** The 15-digit IMEI of a simulated device, by its serial number (0 to 999,999). */
export function testImei(serial: number): string {
  const digits = TEST_TAC + String(serial).padStart(6, '0');
  return digits + String(luhnDigit(digits));
}
