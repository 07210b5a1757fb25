import { scoreDocument, type CaseScore } from '../import/document/score-document.ts';
import type { JsonObject } from '../json/json.ts';

/** A call with its arguments as text. */
export type Call = readonly [name: string, text: string];

const id = { type: 'string' };
const closed = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
/** The tools of the documents that tests score. */
export const tools: JsonObject = {
  find_order: { effect: 'read', parameters: closed({ order_id: id }, ['order_id']) },
  pay_back: {
    effect: 'irreversible',
    parameters: closed({ order_id: id, amount: { type: 'number' } }, ['order_id', 'amount']),
  },
  drop_customer: { effect: 'irreversible', parameters: closed({ id }, ['id']) },
  query: { effect: 'read', parameters: closed({ q: id, lang: id }, ['q']) },
};

export const find: Call = ['find_order', '{"order_id":"B7"}'];
export const pay: Call = ['pay_back', '{"order_id":"B7","amount":25}'];
/** The calls that are expected. */
export const usual = {
  calls: [
    ['find_order', { order_id: 'B7' }],
    ['pay_back', { order_id: 'B7', amount: 25 }],
  ],
  order: [[0, 1]],
};

/** The only case of a document. */
export function scoreOne(text: string): CaseScore {
  const result = scoreDocument(text);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  const [only] = result.value.cases;
  if (only === undefined) throw new Error('no case');
  return only;
}
