import { z } from 'zod';

/** The number of an order, as printed on the receipt. */
export const orderId = z
  .string()
  .regex(/^[A-Z]-[0-9]{4}$/)
  .describe(
    'Order number as the customer or search_orders gives it, such as A-1001. Never guess it.',
  );

/** Ties the second call of a write to the first. */
export const confirmToken = z
  .string()
  .min(1)
  .max(80)
  .optional()
  .describe(
    'Leave it out at first: the answer shows what would happen and gives a token. Send the same arguments with the token to do it.',
  );
