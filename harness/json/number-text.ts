/** A decimal number taken apart: sign, digits without outer zeros (none for zero), exponent of the last digit. */
interface Decimal {
  readonly sign: string;
  readonly digits: string;
  readonly exponent: bigint;
}

/** One spelling for each decimal value, such as `5e0` for `5`, `5.0` and `50e-1`. */
export function toDecimal(text: string): string {
  const decimal = readDecimal(text);
  if (decimal === null) return text;
  const { sign, digits, exponent } = decimal;
  return digits === '' ? '0' : `${sign}${digits}e${exponent}`;
}

/** Whether JavaScript reads another number than the one that is written, as it does with most of more than 15 digits. */
export function isRounded(text: string): boolean {
  if (!/[0-9.]{16}|[eE][-+]?[0-9]{3}/.test(text)) return false;
  return toDecimal(String(Number(text))) !== toDecimal(text);
}

/** Zeros that are written out before a number is written with an exponent. */
const mostZeros = 40n;

/** A number in plain digits, every one of them: the same text for the same value, however it was written. */
export function toDigits(text: string): string {
  const decimal = readDecimal(text);
  if (decimal === null) return text;
  const { sign, digits, exponent } = decimal;
  if (digits === '') return '0';
  if (exponent > mostZeros || -exponent > mostZeros + BigInt(digits.length)) {
    return `${sign}${digits}e${exponent}`;
  }
  if (exponent >= 0n) return sign + digits + '0'.repeat(Number(exponent));
  const padded = digits.padStart(1 - Number(exponent), '0');
  const point = padded.length + Number(exponent);
  return `${sign}${padded.slice(0, point)}.${padded.slice(point)}`;
}

function readDecimal(text: string): Decimal | null {
  const match = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', power = '0'] = match;
  const long = (whole + fraction).replace(/^0+/, '');
  const digits = long.replace(/0+$/, '');
  const exponent = BigInt(power) + BigInt(long.length - digits.length - fraction.length);
  return { sign, digits, exponent };
}
