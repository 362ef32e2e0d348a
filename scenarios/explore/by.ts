/** On every command. Repeats under a key are the store's business, so that one key does for all. */
export const by = { tenant: 'tenant-1', actor: 'ann', key: 'key' } as const;
