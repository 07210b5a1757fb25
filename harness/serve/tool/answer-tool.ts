import type { AgentContext } from '../../core/suite/agent.ts';
import { runForWire } from './run-for-wire.ts';
import { toJsonResponse } from './to-json-response.ts';

/** The header by which an agent says which call of the model it runs. */
const callHeader = 'x-tool-call-id';

/**
 * `POST /tools/<name>` runs a tool, with the arguments as a JSON body: the answer is the value for the model, always with
 * status 200. `GET /tools` lists the tools.
 */
export async function answerTool(
  request: Request,
  context: Pick<AgentContext, 'tools' | 'toolset'>,
): Promise<Response> {
  const [, , name = ''] = new URL(request.url).pathname.split('/');
  const { method, headers } = request;
  if (name === '') {
    if (method !== 'GET') return refuseMethod('GET');
    const list = context.toolset.tools.map(({ name: tool, description, parameters }) => ({
      name: tool,
      description,
      parameters,
    }));
    return toJsonResponse(200, list);
  }
  if (method !== 'POST') return refuseMethod('POST');
  const body = await request.text();
  const args = body.trim() === '' ? {} : body;
  const { told } = await runForWire(context, decodeName(name), {
    args,
    options: { id: headers.get(callHeader), idempotencyKey: headers.get('idempotency-key') },
  });
  return toJsonResponse(200, told);
}

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function refuseMethod(allow: string): Response {
  return toJsonResponse(405, { error: { message: `Use ${allow}` } }, { allow });
}
