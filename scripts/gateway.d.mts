/** How the gateway is started wherever it is to be as its users have it: what node is given, and what its environment says. */
export declare const GATEWAY: { flags: string[]; main: string; env: Record<string, string> }
