import { anything, flag, list, object, oneOf, optional, text } from '../../json/shape.ts';
import { type Problem, type ToolError, toolErrorKinds } from './tool-error.ts';

/** The shape of an error of a tool call, as it is stored. */
export const toolErrorShape = object<ToolError>({
  kind: oneOf(...toolErrorKinds),
  message: text,
  retryable: flag,
  recoverable: flag,
  unknown: optional(oneOf(true)),
  problems: optional(
    list(
      object<Problem>({
        code: text,
        path: text,
        message: text,
        expected: optional(anything),
        found: optional(anything),
        hint: optional(text),
      }),
    ),
  ),
  hint: optional(text),
  next: optional(text),
  example: optional(anything),
});
