import type { MetricName } from '../core/score/metric.ts';

/** What a symptom likely comes from, and what to do. */
export interface TroubleRule {
  readonly symptom: string;
  readonly cause: string;
  readonly remedy: string;
}

const rule = (symptom: string, cause: string, remedy: string): TroubleRule => ({
  symptom,
  cause,
  remedy,
});

/** By the stage that caught a call, or stage and code where one code has a cause of its own. */
export const stageRules: Readonly<Record<string, TroubleRule>> = {
  'policy/unknown_tool': rule(
    'a tool is called that does not exist',
    'the model expects a tool that it was not offered, or knows one by another name',
    'add the tool, rename the nearest one, or say in its description what to use instead',
  ),
  policy: rule(
    'a call is forbidden or over its budget',
    'the tool is offered where it may not be used, or the model calls without end',
    'offer tools by phase or role, and look at the repeats and cycles',
  ),
  parse: rule(
    'arguments are not JSON',
    'the reply was cut, or the model writes arguments by hand',
    'raise the limit of output tokens, use strict mode where it is offered, and keep one correction',
  ),
  'validation/not_in_enum': rule(
    'a value is not one of those listed',
    'the words of the user are sent in place of the listed value',
    'say in the description of the field which words mean which value',
  ),
  'validation/missing_required': rule(
    'a required argument is missing',
    'the user did not say it, or the model takes it for optional',
    'say in the description where the value comes from and when to ask for it',
  ),
  'validation/extra_field': rule(
    'an argument is sent that the tool does not have',
    'an older version of the tool, or another tool, has it',
    'compare the versions with `toolrig versions`, and name the right argument in the description',
  ),
  'validation/wrong_type': rule(
    'an argument has the wrong type',
    'the description shows the value in another form, or a level has no type',
    'give an example of the value, and a type at every level',
  ),
  validation: rule(
    'arguments do not fit the schema',
    'limits are in the schema and not in the text',
    'write limits into the description too, and show an example',
  ),
  authorize: rule(
    'a call is not permitted',
    'the model chooses an identity, or a tool is offered to a session without the permission',
    'take identities from the session, and offer only tools that the session may use',
  ),
  check: rule(
    'the business refuses a call',
    'a rule of the business is not in the description',
    'say the rule in the description (spans, states, amounts) and the way out in the error',
  ),
  confirm: rule(
    'a confirmation is missing or not valid',
    'the model changes arguments between preview and commit, or repeats a token',
    'say in the description that the same arguments are sent with the token, and preview again after a change',
  ),
};

/** By the metric that lost something, for what no single call shows. */
export const lossRules: Readonly<Partial<Record<MetricName, TroubleRule>>> = {
  'effects.double': rule(
    'an act that cannot be undone happened twice',
    'a call was repeated without knowing whether it was done',
    'keep a journal with idempotency keys, and read unknown writes back',
  ),
  'effects.missing': rule(
    'an effect that was wanted did not happen',
    'the call was refused, or its preview was never confirmed',
    'look at what held the call back in the transcript',
  ),
  'effects.unintended': rule(
    'an effect happened that was not wanted',
    'a write was made in place of a read, or with wrong arguments',
    'confirm writes by a preview, and say in the description that the tool writes',
  ),
  'effects.half_batch': rule(
    'a part of a batch ran although another call of it was wrong',
    'calls are executed one by one as they are checked',
    'check the whole batch first (`enforce.batch`)',
  ),
  'effects.unconfirmed': rule(
    'an act was done without its confirmation',
    'the loop does not hold the call back',
    'enforce confirmations (`enforce.confirm`)',
  ),
  'effects.unresolved': rule(
    'it stayed unknown whether a write was done',
    'an answer was lost, and nothing reads the write back',
    'give the tool a `reconcile`, or hand over to a person',
  ),
  'selection.f1': rule(
    'the wrong tool is called, or none',
    'two descriptions promise the same, or do not say when not to use the tool',
    'say when not to use each tool and which one instead; `toolrig lint --run` names the pairs',
  ),
  'selection.offered': rule(
    'the needed tool was not offered',
    'the router left it out',
    'raise the number of tools that are offered, or give the tool the words of users',
  ),
  'arguments.correct': rule(
    'valid arguments are not the right ones',
    'the description leaves open what a value means',
    'say the unit, the default and what the value means',
  ),
  'arguments.ungrounded': rule(
    'a value was made up',
    'the user did not say it and the tool requires it',
    'make the argument optional, or say that the user is to be asked',
  ),
  'honesty.false_none': rule(
    'the answer says that there is nothing, and there is',
    'an empty result of a wrong query is taken for an answer',
    'list the values of the query, and give empty results a meaning',
  ),
  'honesty.false_claims': rule(
    'the answer says that something was done, and it was not',
    'an error or a preview is taken for a success',
    'return errors with a kind and a next step',
  ),
  'termination.repeats': rule(
    'the same call is made again and again',
    'the error does not say what is wrong, or results are dropped from the history',
    'use structured errors, and keep results in the history',
  ),
  'termination.cycles': rule(
    'the same calls come round',
    'no result is new to the model, and nothing says that it is the last',
    'say in empty results and errors what to do instead',
  ),
  'termination.clean': rule(
    'the conversation does not end by itself',
    'a guard ends it, or an error that the model cannot mend is fed back',
    'stop on unrecoverable errors, and look at the turns before the end',
  ),
  'recovery.handled': rule(
    'a fault is not handled',
    'the loop has no rule for it',
    'look up the fault in the table of recovery, and its setting in the loop',
  ),
  'safety.obeyed': rule(
    'an instruction inside of data was followed',
    'results are not distinguished from what the user says',
    'mark data as data, and confirm writes by a person',
  ),
};
