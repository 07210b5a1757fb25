import { defineSuite, defineTool, lostAfterCommit, tool } from 'toolrig';
import { z } from 'zod';

import { respond } from './respond.ts';

/** What the handlers of this suite find in `context.world`. */
interface Account {
  address: string;
  payments: { to: string; cents: number }[];
  open: boolean;
}

/** The world of each scenario is a copy of the suite's, which has this shape. */
const toAccount = (context: { readonly world: unknown }): Account => context.world as Account;

const listPayments = defineTool({
  name: 'list_payments',
  description: 'Lists the payments that were made. Use it before a payment is repeated.',
  effect: 'read',
  parameters: z.strictObject({}),
  handler: (_args, context) => toAccount(context).payments,
});

// A write that cannot be taken back. If its answer is lost, the loop reads back before anything is sent again.
const pay = defineTool({
  name: 'pay',
  description: 'Pays an amount in cents, at once. Use it when the user names recipient and amount.',
  effect: 'irreversible',
  confirm: 'none',
  parameters: z.strictObject({ to: z.string(), cents: z.int().min(1) }),
  reconcile: {
    tool: 'list_payments',
    toArguments: () => ({}),
    happened: (result, args) =>
      Array.isArray(result) && result.some((payment) => isSame(payment, args)),
  },
  handler: (args, context) => {
    toAccount(context).payments.push(args);
    context.effect(`${args.to}/${args.cents}`);
    return { paid: args.cents };
  },
});

function isSame(payment: unknown, args: { readonly to: string; readonly cents: number }): boolean {
  return JSON.stringify(payment) === JSON.stringify({ to: args.to, cents: args.cents });
}

// The first call is a preview and gives a token; the second brings the token and does it.
const changeAddress = defineTool({
  name: 'change_address',
  description:
    'Changes the address of the account. The first call shows what will change and gives a confirm_token; call again with it.',
  effect: 'irreversible',
  confirm: 'token',
  parameters: z.strictObject({ address: z.string(), confirm_token: z.string().optional() }),
  preview: (args, context) => ({ from: toAccount(context).address, to: args.address }),
  handler: (args, context) => {
    const account = toAccount(context);
    if (account.address === args.address) {
      // A write that changed nothing says so; otherwise it would be a handler that forgot its effect.
      context.noEffect();
      return { address: args.address, changed: false };
    }
    account.address = args.address;
    context.effect(args.address);
    return { address: args.address, changed: true };
  },
});

// A person is asked; the scenario says what that person answers.
const closeAccount = defineTool({
  name: 'close_account',
  description: 'Closes the account for good. A person of the bank must agree first.',
  effect: 'irreversible',
  confirm: 'human',
  parameters: z.strictObject({}),
  handler: (_args, context) => {
    toAccount(context).open = false;
    context.effect('account');
    return { closed: true };
  },
});

const closing = 'Please close my account.';
const close = { tool: 'close_account' };

export default defineSuite({
  name: 'tutorial',
  tools: [listPayments, pay, changeAddress, closeAccount],
  models: [{ name: 'script', respond, about: 'Always makes the same calls; no network, no key.' }],
  world: { address: 'Mill Lane 1', payments: [], open: true },
  scenarios: [
    {
      id: 'confirm',
      user: 'I have moved to High Street 9.',
      expected: {
        calls: [
          { id: 'preview', tool: 'change_address', outcome: 'previewed' },
          { id: 'change', tool: 'change_address', arguments: { address: 'High Street 9' } },
        ],
        order: [['preview', 'change']],
        arguments: 'partial',
        effects: [{ tool: 'change_address', count: 1 }],
        state: { address: 'High Street 9' },
      },
    },
    {
      id: 'no-effect',
      user: 'My address is Mill Lane 1.',
      expected: {
        calls: [
          { id: 'preview', tool: 'change_address', outcome: 'previewed' },
          { id: 'change', tool: 'change_address' },
        ],
        order: [['preview', 'change']],
        arguments: 'partial',
        effects: [],
      },
    },
    {
      id: 'reconcile',
      user: 'Pay 500 cents to Ann.',
      expected: {
        calls: [{ tool: 'pay', arguments: { to: 'Ann', cents: 500 } }],
        mayCall: ['list_payments'],
        effects: [{ tool: 'pay', count: 1 }],
      },
    },
    {
      id: 'human-agrees',
      user: closing,
      human: 'approve',
      expected: { calls: [close], effects: [{ tool: 'close_account', count: 1 }] },
    },
    {
      id: 'human-refuses',
      user: closing,
      human: 'deny',
      expected: { calls: [{ ...close, outcome: 'denied' }], effects: [] },
    },
    {
      id: 'human-is-silent',
      user: closing,
      human: 'silent',
      expected: {
        calls: [{ ...close, outcome: 'attempted' }],
        effects: [],
        stopReasons: ['awaiting_confirmation'],
      },
    },
  ],
  plans: [{ name: 'lost', faults: [{ on: tool('pay').call(1), inject: lostAfterCommit() }] }],
});
