/** Whether a list of refunds shows one of this size from this conversation; an older one is another matter. */
export function wasRefunded(result: unknown, amountCents: number): boolean | null {
  return shows(result, 'refunds', (refund) => refund['amount_cents'] === amountCents);
}

/** Whether a list of vouchers shows one of this value from this conversation. */
export function wasIssued(result: unknown, valueCents: number): boolean | null {
  return shows(result, 'vouchers', (voucher) => voucher['value_cents'] === valueCents);
}

/** Whether an order as `get_order` shows it is cancelled. */
export function wasCancelled(result: unknown): boolean | null {
  if (typeof result !== 'object' || result === null || !('status' in result)) return null;
  return result.status === 'cancelled';
}

type Entry = Readonly<Record<string, unknown>>;

function shows(result: unknown, field: string, test: (entry: Entry) => boolean): boolean | null {
  const isObject = typeof result === 'object' && result !== null && !Array.isArray(result);
  // An object may be looked at field by field.
  const list = isObject ? (result as Entry)[field] : result;
  if (!Array.isArray(list)) return null;
  return (list as readonly Entry[]).some(
    (entry) => test(entry) && entry['this_conversation'] === true,
  );
}
