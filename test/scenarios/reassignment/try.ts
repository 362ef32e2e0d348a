import { reach } from '../../../scenarios/reassignment/reach.ts';
import { nameOf, situations } from '../../../scenarios/reassignment/space.ts';

console.time('reach');
const r = reach();
console.timeEnd('reach');
console.log(r.length, Math.max(...r.map((x) => x.way.length)), process.cpuUsage());
const names = new Set(r.map((x) => nameOf(x.situation)));
const miss: Record<string, string[]> = {};
for (const s of situations)
  if (!names.has(nameOf(s))) {
    const k = s.prior === null ? `${s.state} none` : `${s.state} ${s.prior.isOwned}`;
    (miss[k] ??= []).push(s.prior ? `${s.prior.worker}/${s.prior.lease}` : 'x');
  }
for (const [k, v] of Object.entries(miss)) console.log(k, v.join(' '));
