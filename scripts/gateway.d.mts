/** How the gateway is started wherever it is to be as its users have it: what node is given, and what its environment says. */
export const GATEWAY: { args: string[]; env: Record<string, string> }
