import type { History } from '../../../model/vocabulary.ts';
import { type Compact, expanded } from '../compact.ts';
import type { PageData } from '../data.ts';

/** The page's own data. It was written by the release whose script reads it here, so that it is asked for its name only. */
export const pageData = (): PageData => {
  const data = parsed('data');
  if (isPageData(data)) return data;
  throw new Error('expected the data of a report in this page, found something else; write the page again');
};

/** The history in an element. A page holds many; each is read when it is first looked at. */
export const historyAt = (element: number): History => {
  const history = opened.get(element) ?? parsed(`history-${element}`);
  if (!isHistory(history)) throw new Error(`expected a history in element ${element}; write the page again`);
  opened.set(element, history);
  return history;
};

const opened = new Map<number, History>();

const isPageData = (value: unknown): value is PageData =>
  value !== null && typeof value === 'object' && 'report' in value && 'failures' in value;

const isHistory = (value: unknown): value is History =>
  value !== null && typeof value === 'object' && 'observations' in value;

const parsed = (id: string): unknown => {
  const text = document.getElementById(id)?.textContent;
  if (text === null || text === undefined)
    throw new Error(`expected an element ${id} with data in this page; the file was cut short`);
  const compact: Compact = JSON.parse(text);
  return expanded(compact);
};
