import { describeAccess } from '../rig/check-access.ts';
import { estimateRecording } from '../rig/estimate-recording.ts';
import type { RunOptions } from '../rig/run-options.ts';
import { planGroups } from '../runner/plan-groups.ts';
import type { CliIo } from './cli-io.ts';

/** Says, before the first request, how many there will be, where they go and what they will cost. */
export function announceRecording(options: RunOptions, io: CliIo): void {
  const { suite } = options;
  for (const sentence of describeAccess(options)) io.err(`${sentence}\n`);
  const groups = planGroups(suite, {
    variants: options.variants,
    scenarios: options.scenarios,
    repeats: options.repeats ?? suite.repeats,
  }).filter(
    ({ variant }) => suite.models.find((model) => model.name === variant.model)?.kind === 'openai',
  );
  const estimate = estimateRecording(suite, groups);
  const price =
    estimate.price === null
      ? 'price unknown (the suite names none)'
      : `about $${estimate.price.toFixed(4)}`;
  const more = options.faults.some((word) => word !== 'none')
    ? ', and a part of that again for each fault'
    : '';
  io.err(
    `Recording ${estimate.lanes} clean lanes into "${options.cassettes}": about ${estimate.requests} requests, ` +
      `${estimate.inputTokens + estimate.outputTokens} tokens, ${price}${more}\n`,
  );
}
