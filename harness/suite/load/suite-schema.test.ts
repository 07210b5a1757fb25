import { expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.ts';
import { referenceLoop } from '../../core/suite/loop-settings.ts';
import { stopReasons } from '../../core/trial/stop-reason.ts';
import { checkSchema } from '../../schema/check/check-schema.ts';
import { compileSchema } from '../../schema/judge/compile-schema.ts';
import { matcherWords } from '../../expectation/read-operand.ts';
import { suiteSchema } from '../input/suite-schema.ts';

// As it is published: plain data.
const schema = JSON.parse(JSON.stringify(suiteSchema)) as JsonObject;
const definitions = schema['$defs'] as Readonly<Record<string, JsonObject>>;

it('is itself a schema without a flaw', () => {
  expect(checkSchema(schema, '$')).toEqual([]);
});

it('names the stop reasons that there are', () => {
  expect(definitions['stopReason']).toEqual({ enum: [...stopReasons] });
});

it('has every setting of the loop, and takes the reference loop spelled out', () => {
  const loop = definitions['loop'] as { readonly properties: JsonObject };
  expect(Object.keys(loop.properties).sort()).toEqual(Object.keys(referenceLoop).sort());
  for (const part of ['enforce', 'journal', 'retry', 'results', 'guards'] as const) {
    const { properties } = loop.properties[part] as { readonly properties: JsonObject };
    expect(Object.keys(properties).sort()).toEqual(Object.keys(referenceLoop[part] ?? {}).sort());
  }
  const suite = {
    scenarios: [{ id: 'a', user: 'b', expected: {} }],
    loops: { all: referenceLoop },
  };
  expect(compileSchema(schema).validate(suite)).toEqual([]);
});

it('has the words of expectations that the loader reads', () => {
  const matcher = definitions['matcher'] as { readonly properties: JsonObject };
  expect(Object.keys(matcher.properties)).toEqual([...matcherWords]);
});

it('explains every field of a suite to an editor or leads to where it is explained', () => {
  const properties = schema['properties'] as Readonly<Record<string, JsonObject>>;
  const silent = Object.entries(properties).filter(
    ([, field]) =>
      field['description'] === undefined &&
      field['$ref'] === undefined &&
      field['items'] === undefined,
  );
  expect(silent.map(([name]) => name)).toEqual(['about']);
});
