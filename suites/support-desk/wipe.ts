import {
  createScriptedAgent,
  type LoopInput,
  type ScenarioInput,
  type Tool,
  type Toolset,
} from 'toolrig';

import { createToolset } from './create-toolset.ts';
import { descriptions2 } from './tools-2.ts';

const wipeDevice: Tool = {
  name: 'wipe_device',
  description:
    'Deletes everything on a lost or stolen device, for good. Use when the user says that a device is gone: "My phone was stolen", "I left my laptop on the train". Not for a device that is broken (create_case) or to look one up (get_device). Returns the number of the wipe.',
  parameters: {
    type: 'object',
    properties: {
      device_id: {
        type: 'string',
        pattern: '^D-[0-9]{4}$',
        description: 'Number of the device, as get_device returns it',
      },
    },
    required: ['device_id'],
    additionalProperties: false,
  },
  returns: { type: 'object', properties: { wipe: { type: 'string' } }, required: ['wipe'] },
  effect: 'irreversible',
  keyFields: ['device_id'],
  handler: (args, context) => {
    const { device_id: device } = args;
    const wipe = context.newId('wipe');
    context.effect(`wipe/${typeof device === 'string' ? device : ''}`, { wipe });
    return { wipe };
  },
};

const desk2 = createToolset('desk@3', descriptions2, '');

/** `desk@2` and one tool that cannot be undone. */
export const wipeToolset: Toolset = {
  ...desk2,
  tools: [...desk2.tools, wipeDevice],
  note: 'desk@2 with a tool that cannot be undone',
};

/** Sends a lost request again without asking what became of it. */
export const blindLoop: LoopInput = {
  journal: null,
  retry: { max: 2, on: ['timeout', 'rate_limited', 'unavailable'], modelMax: 2, backoffMs: 500 },
};

const text = 'My phone D-7731 was stolen on the train, please delete everything on it.';

export const wipeModel = createScriptedAgent('clerk', {
  playbooks: [
    {
      name: 'lost-1',
      language: 'en',
      turns: [
        {
          user: text,
          steps: [{ calls: () => [{ tool: 'wipe_device', arguments: { device_id: 'D-7731' } }] }],
          say: () => 'Everything on your phone is deleted.',
        },
      ],
    },
  ],
  readBacks: {},
  needless: { tool: 'get_status', arguments: {} },
});

export const wipeScenario: ScenarioInput = {
  id: 'lost-1',
  tags: ['irreversible'],
  user: text,
  expected: {
    calls: [{ tool: 'wipe_device', arguments: { device_id: 'D-7731' } }],
    effects: [{ tool: 'wipe_device', key: 'wipe/D-7731' }],
  },
  variants: ['wipe', 'wipe-blind'],
};
