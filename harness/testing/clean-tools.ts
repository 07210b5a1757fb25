import type { EffectGrade } from '../core/suite/effect-grade.ts';
import type { JsonObject } from '../json/json.ts';

/** Tools without a defect that a lint rule knows. */
export const cleanTools: readonly CleanTool[] = [
  make('list_orders', 'read', {
    text: 'Lists orders of the customer, newest first. Use it when the customer asks for several purchases. Not for one known purchase: use get_order. Returns order_id and state of each.',
    fields: { limit: { type: 'integer', minimum: 1, maximum: 50 } },
  }),
  make('get_order', 'read', {
    text: 'Shows one purchase in full. Use it when its number is known. Not for a list: use list_orders. Returns state, items and amounts.',
    fields: { order_id: { type: 'string', pattern: '^A[0-9]+$' } },
  }),
  make('refund_order', 'irreversible', {
    text: 'Gives money back (writes; cannot be undone). Use it when goods arrived broken. Not before shipping: use cancel_order. Returns refund_id.',
    fields: { order_id: { type: 'string', pattern: '^A[0-9]+$' } },
  }),
  make('cancel_order', 'irreversible', {
    text: 'Cancels a purchase before shipping (writes). Use it when the customer changed their mind. Not after shipping: use refund_order. Returns the new state.',
    fields: { order_id: { type: 'string', pattern: '^A[0-9]+$' } },
  }),
  make('change_address', 'idempotent', {
    text: 'Changes where parcels go (writes; may be repeated). Use it when the customer has moved. Not for invoices: use change_invoice. Returns the address.',
    fields: { street: { type: 'string', maxLength: 80 } },
  }),
  make('change_invoice', 'idempotent', {
    text: 'Updates the name printed on bills (writes). Use it when a company must be named. Not for parcels: use change_address. Returns the bill.',
    fields: { company: { type: 'string', maxLength: 80 } },
  }),
  make('search_help', 'read', {
    text: 'Finds articles of the manual. Use it when somebody asks how a device works. Not for repairs: use book_repair. Returns titles and links.',
    fields: { query: { type: 'string', maxLength: 200 } },
  }),
  make('book_repair', 'irreversible', {
    text: 'Books a technician (writes). Use it when a device is broken and under warranty. Not for questions: use search_help. Returns day and hour.',
    fields: { day: { type: 'string', format: 'date' } },
  }),
  make('get_warranty', 'read', {
    text: 'Reads how long the warranty of a device lasts. Use it when somebody asks about it. Not for repairs: use book_repair. Returns the last day.',
    fields: { serial: { type: 'string', pattern: '^[A-Z0-9]{8}$' } },
  }),
  make('hand_over', 'idempotent', {
    text: 'Hands the conversation to a person (writes a note). Use it when no other tool fits. Not for manuals: use search_help. Returns the waiting time.',
    fields: { reason: { type: 'string', maxLength: 200 } },
  }),
];

interface CleanTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly effect: EffectGrade | null;
  readonly returns: JsonObject | null;
}

interface Parts {
  readonly text: string;
  readonly fields: JsonObject;
}

function make(name: string, effect: EffectGrade, { text, fields }: Parts): CleanTool {
  return {
    name,
    effect,
    description: text,
    parameters: {
      type: 'object',
      properties: fields,
      required: Object.keys(fields),
      additionalProperties: false,
    },
    returns: { type: 'object' },
  };
}
