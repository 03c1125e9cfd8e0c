/** Time ranges with a name, as the console offers them. */
export const RANGES = ['15m', '1h', '24h', 'today', 'yesterday', '7d', '30d', 'month', 'last-month', '90d'] as const
