import type { TrialFetch } from '../../boundary/model/trial-fetch.ts';
import { toBegunAnswer, toFetch, toLine, toRequest } from '../../boundary/model/trial-line.ts';
import type { AgentContext } from '../../core/suite/agent.ts';
import { answerMcp } from './answer-mcp.ts';
import { answerRoute } from './answer-route.ts';
import { answerTool } from './answer-tool.ts';
import { toJsonResponse } from './to-json-response.ts';

/** Where the tools of a trial are, below its base URL. */
export const toolPaths = { mcp: '/mcp', tools: '/tools', service: '/service' } as const;

/**
 * The `fetch` of a trial with its tools in front: MCP at `/mcp`, tools by name at `/tools/<name>`, and routes of a service below
 * `/service`. Everything else is for the model boundary. Judgement, faults, ledger and world are those of the trial's own tool
 * boundary.
 */
export function createToolFetch(
  context: Pick<AgentContext, 'fetch' | 'tools' | 'toolset'>,
  routes: Readonly<Record<string, string>>,
): TrialFetch {
  const model = toLine(context.fetch);
  return toFetch(async (asked, signal) => {
    const answer = findAnswer(new URL(asked.url).pathname);
    if (answer === null) return await model(asked, signal);
    const request = toRequest(asked, signal);
    const foreign = findForeignOrigin(request);
    if (foreign !== null) {
      const message = `Requests from the origin "${foreign}" are not served here`;
      return toBegunAnswer(toJsonResponse(403, { error: { message } }));
    }
    return toBegunAnswer(await answer(request, context, routes));
  });
}

type Answer = (
  request: Request,
  context: Pick<AgentContext, 'tools' | 'toolset'>,
  routes: Readonly<Record<string, string>>,
) => Promise<Response>;

function findAnswer(pathname: string): Answer | null {
  if (pathname === toolPaths.mcp) return answerMcp;
  if (isBelow(pathname, toolPaths.tools)) return answerTool;
  return isBelow(pathname, toolPaths.service) ? answerRoute : null;
}

function isBelow(pathname: string, folder: string): boolean {
  return pathname === folder || pathname.startsWith(`${folder}/`);
}

/** A page in a browser says where it comes from; no program needs to. */
function findForeignOrigin(request: Request): string | null {
  const origin = request.headers.get('origin');
  if (origin === null) return null;
  const own = new URL(request.url).host;
  return URL.canParse(origin) && new URL(origin).host === own ? null : origin;
}
