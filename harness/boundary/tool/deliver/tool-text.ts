import type { JsonValue } from '../../../json/json.ts';
import type { Tool } from '../../../core/suite/tool.ts';
import { capabilityTool } from '../../../core/suite/tool-offer.ts';
import type { Problem, ToolError } from '../../../core/trial/tool-error.ts';
import type { UnwritableValue } from './to-json-value.ts';

const maxNames = 40;

/**
 * What the tool boundary has to say of a call, as tool errors: all its wording, in one place.
 * Part of the texts that `loop/protocol-text.ts` gives a version to.
 */
export const toolText = {
  unknownTool(name: string, names: readonly string[], nearest: string | null): ToolError {
    const listed = names.slice(0, maxNames).join(', ');
    const rest = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
    return {
      ...mendable('unknown_tool', `There is no tool "${name}"`),
      ...(nearest === null ? {} : { hint: `Did you mean "${nearest}"?` }),
      next: names.length === 0 ? 'Answer without a tool' : `Use one of: ${listed}${rest}`,
    };
  },

  forbiddenTool(name: string): ToolError {
    return final('denied', `The tool "${name}" may not be used at this point`);
  },

  riskTooHigh(name: string, highest: string): ToolError {
    return final(
      'denied',
      `The tool "${name}" does more than is allowed here: at most "${highest}"`,
    );
  },

  otherRole(name: string, roles: readonly string[], own: readonly string[]): ToolError {
    const who = own.length === 0 ? 'the user has none' : `the user has ${quote(own)}`;
    return {
      ...final('denied', `The tool "${name}" is for the role ${quote(roles)}, and ${who}`),
      next: 'Tell the user that someone with this role must do it',
    };
  },

  notOffered(name: string, offered: readonly string[], canOpen: boolean): ToolError {
    const message = `The tool "${name}" is not offered in this turn, so it was not run`;
    if (canOpen) {
      const next = `Open it with "${capabilityTool}" first, then call it`;
      return { ...mendable('precondition_missing', message), next };
    }
    const next =
      offered.length === 0 ? 'Answer without a tool' : `Use one of: ${offered.join(', ')}`;
    return { ...mendable('unknown_tool', message), next };
  },

  callBudget(limit: number): ToolError {
    return final('budget', `No more tool calls: the limit of ${limit} is reached`);
  },

  callRate(limit: number): ToolError {
    return final('budget', `Too many tool calls: at most ${limit} in a minute`);
  },

  badArguments(tool: Tool | null, problems: readonly Problem[]): ToolError {
    const unreadable = problems.some((problem) => problem.code === 'invalid_json');
    const detail = problems.map((problem) => `${problem.path} ${problem.message}`).join('; ');
    return {
      ...mendable(
        unreadable ? 'invalid_json' : 'invalid_arguments',
        unreadable
          ? `The arguments are not JSON: ${detail}`
          : `The arguments do not fit: ${detail}`,
      ),
      problems,
      next: 'Nothing was done. Send the call again with arguments that fit the parameters',
      ...(tool?.example === undefined ? {} : { example: tool.example }),
    };
  },

  identityArgument(field: string, path: string, foreign: boolean): ToolError {
    const message = `Who asks is known from the session: "${field}" may not be chosen`;
    const problems: readonly Problem[] = [{ code: 'identity_argument', path, message }];
    if (foreign) return { ...final('denied', message), problems };
    return { ...mendable('invalid_arguments', message), problems, next: `Leave "${field}" out` };
  },

  missingPermission(tool: string, missing: readonly string[]): ToolError {
    return {
      ...final(
        'denied',
        `The tool "${tool}" needs the permission ${quote(missing)}, which the user lacks`,
      ),
      next: 'Tell the user that someone with this permission must do it or grant it',
    };
  },

  outsideFolder(field: string, root: string): ToolError {
    const message = `"${field}" must name something inside "${root}"`;
    const problems: readonly Problem[] = [{ code: 'outside_folder', path: `$.${field}`, message }];
    return { ...final('denied', message), problems };
  },

  brokenCheck(tool: string): ToolError {
    return final(
      'failed',
      `The check of the tool "${tool}" broke, so the call was not let through`,
    );
  },

  invalidToken(reason: 'unknown' | 'used' | 'other_arguments'): ToolError {
    const because = {
      unknown: 'it was never issued',
      used: 'it was used already',
      other_arguments: 'it belongs to a call with other arguments',
    }[reason];
    return {
      ...mendable('confirm_invalid', `The confirm_token is not valid: ${because}`),
      next: 'Call the tool without confirm_token to preview, then use the new token with the same arguments',
    };
  },

  timeout(tool: Tool, timeoutMs: number, preview: boolean): ToolError {
    const waited = `No answer from "${tool.name}" within ${timeoutMs} ms`;
    if (tool.effect === 'read' || preview) {
      return { kind: 'timeout', message: waited, retryable: true, recoverable: false };
    }
    return {
      kind: 'timeout',
      message: `${waited}. It is not known whether it was done`,
      retryable: tool.effect === 'idempotent',
      recoverable: false,
      hint: 'Check before repeating it: it may have been done',
      ...(tool.reconcile === undefined
        ? {}
        : { next: `Read it back with "${tool.reconcile.tool}"` }),
    };
  },

  cancelled(tool: Tool): ToolError {
    const unknown = tool.effect === 'read' ? '' : '. It is not known whether it was done';
    return final('timeout', `"${tool.name}" was no longer waited for${unknown}`);
  },

  broke(tool: string, how: string | null): ToolError {
    return final('failed', how === null ? `The tool "${tool}" broke` : how);
  },

  /** Of a write that broke on its way: like a timeout, it says nothing of what was done. */
  halfDone(error: ToolError, tool: Tool): ToolError {
    return {
      ...error,
      message: `${error.message}. It is not known whether "${tool.name}" was done`,
      retryable: tool.effect === 'idempotent',
      recoverable: false,
      unknown: true,
      hint: 'Check before repeating it: it may have been done',
      ...(tool.reconcile === undefined
        ? {}
        : { next: `Read it back with "${tool.reconcile.tool}"` }),
    };
  },

  notSerialisable(tool: string, found: UnwritableValue): ToolError {
    return final(
      'result_not_serialisable',
      `The result of "${tool}" cannot be written as JSON: ${found.path} is ${found.what}`,
    );
  },

  badResult(tool: string, problems: readonly Problem[]): ToolError {
    return {
      ...final('bad_tool_result', `The result of "${tool}" breaks its own output schema`),
      problems,
    };
  },

  nothingFound(tool: string): string {
    return `"${tool}" ran and has nothing to show for this request`;
  },

  notARead(tool: string): ToolError {
    return final('denied', `"${tool}" is no read, so it is not used to read back`);
  },

  /** The result of a preview whose tool has none of its own. */
  plainPreview(tool: string, args: JsonValue): JsonValue {
    return { preview: true, would_call: tool, arguments: args };
  },
} as const;

function mendable(kind: ToolError['kind'], message: string): ToolError {
  return { kind, message, retryable: false, recoverable: true };
}

function final(kind: ToolError['kind'], message: string): ToolError {
  return { kind, message, retryable: false, recoverable: false };
}

function quote(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
