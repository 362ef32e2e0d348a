import type { Way } from './way.ts';

/** What stands on every command that nobody sent. */
export const by = (tenant: string, actor = 'nobody seen') => ({ tenant, actor, key: '' });

/** Whose a run or attempt is. */
export const tenantOf = ({ belief }: Way, run: string): string => belief.get('run', run)?.context.tenant ?? '';
