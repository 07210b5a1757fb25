import { toJsonPath } from '../../json/to-json-path.ts';
import { checkPattern } from '../../expectation/check-pattern.ts';
import { toExpectationFinding } from './expected/check-matcher.ts';
import { refuseUnknownName } from './refuse-unknown-name.ts';
import type { SuiteFinding } from '../load/suite-finding.ts';
import type { SuiteParts } from '../load/suite-parts.ts';
import { toolsOf, toVariantUses } from './variant-use.ts';

/** Checks what belongs to the whole suite: claims and volatile texts. */
export function checkSuiteFields(parts: SuiteParts): readonly SuiteFinding[] {
  return [...checkClaims(parts), ...checkVolatile(parts), ...checkHosts(parts)];
}

const hostForm = /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(?::[0-9]{1,5})?$/u;

function checkHosts({ suite, isSound }: SuiteParts): readonly SuiteFinding[] {
  return (isSound('$.allowNetwork') ? (suite.allowNetwork ?? []) : []).flatMap((host, index) => {
    if (hostForm.test(host)) return [];
    const path = toJsonPath(['allowNetwork', index], '$');
    const expected = 'a host, or a host and a port, such as "cdn.example.com" or "127.0.0.1:8080"';
    return [{ code: 'bad_host', path, message: 'this is not a host', expected, found: host }];
  });
}

function checkClaims(parts: SuiteParts): readonly SuiteFinding[] {
  const { suite, isSound } = parts;
  const tools = toolsOf(toVariantUses(parts));
  return (isSound('$.claims') ? (suite.claims ?? []) : []).flatMap((claim, index) => {
    const path = toJsonPath(['claims', index], '$');
    const tool = tools.get(claim.tool);
    const isRead = tool?.sound === true ? tool.value.effect === 'read' : claim.kind === 'none';
    return [
      ...refuseUnknownName({
        what: 'tool',
        name: claim.tool,
        path: `${path}.tool`,
        known: [...tools.keys()],
        where: 'in the toolsets in use',
      }),
      ...checkPattern(claim.pattern, `${path}.pattern`).map(toExpectationFinding),
      ...(isRead === (claim.kind === 'none') ? [] : [refuseKind(claim, path)]),
    ];
  });
}

function refuseKind(
  claim: { readonly kind: 'done' | 'none'; readonly tool: string },
  path: string,
): SuiteFinding {
  const isDone = claim.kind === 'done';
  return {
    code: 'claim_of_wrong_tool',
    path: `${path}.tool`,
    message: isDone
      ? `a claim that something was done needs a write, and "${claim.tool}" is a read`
      : `a claim that there is nothing needs a read, and "${claim.tool}" is a write`,
  };
}

function checkVolatile({ suite, isSound }: SuiteParts): readonly SuiteFinding[] {
  return (isSound('$.volatile') ? (suite.volatile ?? []) : []).flatMap((pattern, index) =>
    checkPattern(pattern, toJsonPath(['volatile', index], '$')).map(toExpectationFinding),
  );
}
