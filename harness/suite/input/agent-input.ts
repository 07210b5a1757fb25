import { agentInputs } from '../../core/suite/remote-agent.ts';
import {
  about,
  anyText,
  as,
  type InputOf,
  list,
  name,
  object,
  oneOf,
  record,
  whole,
} from './format.ts';

/** Either a command or a service; `check-agent` says what belongs together. */
export const agentFormat = about(
  'An agent outside of the process: a command (one process a trial, no shell) or a service.',
  object({
    command: about('The program and its arguments.', list(name, 1)),
    input: about(
      'How the turns of the user come in: one on standard input (the default) or as the last argument, or each as a line of JSON.',
      oneOf(agentInputs),
    ),
    cwd: about("From the suite's folder. Default: that folder.", name),
    env: about('Variables set for the process.', record(anyText)),
    inherit: about("Variables of the run's own environment that the process gets.", list(name)),
    url: as<string>({
      type: 'string',
      format: 'uri',
      description: 'Of a service that is up; each turn of the user is one POST.',
    }),
    header: about('Header with the token of the trial. Default: x-toolrig-trial.', name),
    routes: about(
      'Routes of the service that the own tools of the agent call, such as `POST /v1/refunds`, and the tools that answer them.',
      record(name),
    ),
    timeoutMs: about(
      "Real milliseconds for one trial; 0 = no limit. Default: the loop's `guards.deadlineMs`.",
      whole(0),
    ),
    holdMs: about(
      'Real milliseconds for which a connection that timed out stays open. Default: 250.',
      whole(0),
    ),
  }),
);

/** An agent outside of the process, as suites describe it. */
export type AgentObject = InputOf<typeof agentFormat>;
