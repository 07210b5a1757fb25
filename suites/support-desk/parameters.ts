import type { JsonObject } from 'toolrig';

/** The twelve tools of the desk; both toolsets have the same names and parameters. */
export type ToolName =
  | 'get_case'
  | 'create_case'
  | 'update_case'
  | 'close_case'
  | 'escalate_case'
  | 'search_articles'
  | 'get_status'
  | 'reset_account'
  | 'grant_access'
  | 'order_item'
  | 'schedule_visit'
  | 'get_device';

const caseId = {
  type: 'string',
  pattern: '^CS-[0-9]{4}$',
  description: 'Number of the case; left out: the latest case of the user',
};

/** JSON Schema of each tool's arguments. */
export const parameters: Readonly<Record<ToolName, JsonObject>> = {
  get_case: fields({ case_id: caseId }, []),
  create_case: fields(
    {
      summary: line('The problem in one or two sentences', 500),
      category: choice('What is affected', ['hardware', 'software', 'network', 'other']),
    },
    ['summary'],
  ),
  update_case: fields({ case_id: caseId, note: line('The text to add', 500) }, ['note']),
  close_case: fields(
    { case_id: caseId, reason: choice('Why it ends', ['solved', 'not_needed']) },
    [],
  ),
  escalate_case: fields({ case_id: caseId, reason: line('Why it cannot wait', 500) }, ['reason']),
  search_articles: fields({ query: line('Words to look for', 200) }, ['query']),
  get_status: fields(
    {
      service: choice('Left out: all services', [
        'email',
        'vpn',
        'intranet',
        'wifi',
        'teams',
        'file_server',
        'payroll',
      ]),
    },
    [],
  ),
  reset_account: fields({ send_to: choice('Where the new code goes', ['mail', 'phone']) }, []),
  grant_access: fields({ resource: line('Folder, system or program', 200) }, ['resource']),
  order_item: fields(
    {
      item: line('What is wanted', 200),
      quantity: { type: 'integer', minimum: 1, maximum: 10, description: 'Left out: one' },
    },
    ['item'],
  ),
  schedule_visit: fields({ wish: line('Day, time and place as the user said it', 200) }, ['wish']),
  get_device: fields({ kind: choice('Left out: all', ['computer', 'phone', 'screen']) }, []),
};

function fields(properties: JsonObject, required: readonly string[]): JsonObject {
  return {
    type: 'object',
    properties,
    required,
    additionalProperties: false,
  };
}

function line(description: string, maxLength: number): JsonObject {
  return { type: 'string', minLength: 1, maxLength, description };
}

function choice(description: string, values: readonly string[]): JsonObject {
  return { type: 'string', enum: values, description };
}
