const dayForms = [
  /^(?<year>[0-9]{4})-(?<month>[0-9]{1,2})-(?<day>[0-9]{1,2})$/u,
  /^(?<year>[0-9]{4})\/(?<month>[0-9]{1,2})\/(?<day>[0-9]{1,2})$/u,
  /^(?<year>[0-9]{4})(?<month>[0-9]{2})(?<day>[0-9]{2})$/u,
  /^(?<year>[0-9]{4})年(?<month>[0-9]{1,2})月(?<day>[0-9]{1,2})日$/u,
];

const momentForm =
  /^(?<day>[0-9]{4}-[0-9]{2}-[0-9]{2})[T ](?<hour>[0-9]{2}):(?<minute>[0-9]{2})(?::(?<second>[0-9]{2})(?:\.(?<fraction>[0-9]+))?)?(?<zone>Z|[+-][0-9]{2}:?[0-9]{2})?$/u;

/**
 * Whether two texts name the same date. Year-month-day forms only (ISO 8601, `2024/5/1`, `20240501`, `2024年5月1日`): day-first
 * and month-first forms cannot be distinguished. A wanted day is met by any moment written with that day; a wanted
 * moment (ISO 8601 with a time) only by the same instant.
 */
export function matchDate(wanted: string, actual: string): boolean {
  const day = readDay(wanted);
  if (day !== null) return day === (readDay(actual) ?? readMoment(actual)?.day ?? null);
  const moment = readMoment(wanted);
  const other = readMoment(actual);
  if (moment === null || other === null) return false;
  return moment.hasZone === other.hasZone && moment.atMs === other.atMs;
}

/** Whether a text names a date (or a moment) from one to another, both included; an end that is a day includes the whole day. */
export function matchDates(min: string | null, max: string | null, actual: string): boolean {
  if (!isDate(actual)) return false;
  return (min === null || !isBefore(actual, min)) && (max === null || !isBefore(max, actual));
}

/** Whether a text is a date that exists, in a form that can be read. */
export function isDate(text: string): boolean {
  return readDay(text) !== null || readMoment(text) !== null;
}

/** Whether a date lies before another. Where one of them is a whole day, only the days are compared. */
export function isBefore(left: string, right: string): boolean {
  const [leftDay, rightDay] = [readDay(left), readDay(right)];
  const [leftMoment, rightMoment] = [readMoment(left), readMoment(right)];
  if (leftMoment !== null && rightMoment !== null) return leftMoment.atMs < rightMoment.atMs;
  const from = leftDay ?? leftMoment?.day ?? Number.NaN;
  const to = rightDay ?? rightMoment?.day ?? Number.NaN;
  return from < to;
}

interface Moment {
  readonly day: number;
  readonly atMs: number;
  readonly hasZone: boolean;
}

/** Milliseconds of midnight UTC; `null` when the text is not an existing day. */
function readDay(text: string): number | null {
  for (const form of dayForms) {
    const parts = form.exec(text.trim())?.groups;
    if (parts === undefined) continue;
    const month = Number(parts['month']) - 1;
    // Midnight; `Date.UTC` would take the years before 100 for those of the twentieth century.
    const read = new Date('1970-01-01');
    read.setUTCFullYear(Number(parts['year']), month, Number(parts['day']));
    // A day that does not exist ends up in another month.
    return read.getUTCMonth() === month ? read.getTime() : null;
  }
  return null;
}

function readMoment(text: string): Moment | null {
  const parts = momentForm.exec(text.trim())?.groups;
  if (parts === undefined) return null;
  const day = readDay(parts['day'] ?? '');
  if (day === null) return null;
  const hour = Number(parts['hour']);
  const minute = Number(parts['minute']);
  const second = Number(parts['second'] ?? 0);
  const isTime = hour < 24 && minute < 60 && second < 60;
  if (!isTime) return null;
  const zone = parts['zone'];
  const minutes = hour * 60 + minute - toOffsetMinutes(zone);
  const fractionMs = Number(`0.${parts['fraction'] ?? 0}`) * 1_000;
  return {
    day,
    atMs: day + (minutes * 60 + second) * 1_000 + fractionMs,
    hasZone: zone !== undefined,
  };
}

function toOffsetMinutes(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith('-') ? -minutes : minutes;
}
