/** A request that needs two tools, side by side. It is no part of the description benchmark. */
export const twoThings = {
  id: 'two-things-1',
  text: 'Which computer do I have, and is the VPN up?',
  tools: ['get_device', 'get_status'],
} as const;
