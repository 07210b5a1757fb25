import type { ToolName } from './parameters.ts';

/** `desk@1`: short, overlapping, from the inside: as a team writes them in haste. */
export const descriptions1: Readonly<Record<ToolName, string>> = {
  get_case: 'Get information about a case.',
  create_case: 'Create a new case for a user issue.',
  update_case: 'Update an existing case.',
  close_case: 'Close a case.',
  escalate_case: 'Escalate a case.',
  search_articles: 'Search the knowledge base for information.',
  get_status: 'Get the current status of a service or issue.',
  reset_account: 'Reset a user account.',
  grant_access: 'Manage user access to systems and resources.',
  order_item: 'Create an order for a user.',
  schedule_visit: 'Schedule a visit.',
  get_device: 'Get information about a user device.',
};
