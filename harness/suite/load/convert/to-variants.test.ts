import { expect, it } from 'vitest';
import { referenceLoop } from '../../../core/suite/loop-settings.ts';
import type { SuiteInput } from '../../input/suite-input.ts';
import { toSuite } from './to-suite.ts';

const tool = {
  name: 'ping',
  description: 'x',
  effect: 'read',
  parameters: { type: 'object' },
} as const;

function variantsOf(input: Partial<SuiteInput>) {
  const whole: SuiteInput = {
    toolsets: [
      { id: 'desk@1', tools: [tool] },
      { id: 'desk@2', tools: [tool] },
    ],
    scenarios: [],
    ...input,
  };
  return toSuite(whole, { file: 'x', name: 'x' }).variants;
}

it('makes one variant for each model; a single one is called reference', () => {
  expect(variantsOf({ models: ['a'] }).map(({ name, model }) => [name, model])).toEqual([
    ['reference', 'a'],
  ]);
  expect(
    variantsOf({
      models: ['a', { name: 'b', toolset: 'desk@2', loop: 'calm' }],
      loops: { calm: { corrections: 3 } },
    }),
  ).toMatchObject([
    { name: 'a', model: 'a', toolset: 'desk@1', loop: 'reference', isDefault: true },
    {
      name: 'b',
      model: 'b',
      toolset: 'desk@2',
      loop: 'calm',
      isDefault: false,
      settings: { corrections: 3 },
    },
  ]);
});

it('takes what a variant says before what its model and the suite say', () => {
  const [first, second] = variantsOf({
    models: [{ name: 'a', toolset: 'desk@2' }],
    prompts: { short: 'Be short.' },
    systemPrompt: 'Be kind.',
    params: { temperature: 0, seed: 1 },
    variants: [
      { name: 'one' },
      {
        name: 'two',
        toolset: 'desk@1',
        prompt: 'short',
        params: { temperature: 1 },
        default: true,
      },
    ],
  });
  expect(first).toMatchObject({
    toolset: 'desk@2',
    systemPrompt: 'Be kind.',
    params: { temperature: 0, seed: 1 },
    isDefault: false,
  });
  expect(second).toMatchObject({
    toolset: 'desk@1',
    systemPrompt: 'Be short.',
    params: { temperature: 1, seed: 1 },
    isDefault: true,
  });
});

it('lays loop settings over the reference loop, part by part', () => {
  const [variant] = variantsOf({
    models: ['a'],
    loops: {
      bare: { journal: null, enforce: { batch: false }, guards: { maxTurns: 4 }, errors: 'bare' },
    },
    variants: [{ name: 'bare', loop: 'bare', systemPrompt: null }],
  });
  expect(variant?.settings).toEqual({
    ...referenceLoop,
    journal: null,
    errors: 'bare',
    enforce: { ...referenceLoop.enforce, batch: false },
    guards: { ...referenceLoop.guards, maxTurns: 4 },
  });
  expect(variant?.systemPrompt).toBeNull();
});

it('keeps a part of the journal that is not said', () => {
  const [variant] = variantsOf({
    models: ['a'],
    loops: { short: { journal: { ttlMs: 5 } } },
    variants: [{ name: 'x', loop: 'short' }],
  });
  expect(variant?.settings.journal).toEqual({ ...referenceLoop.journal, ttlMs: 5 });
});
