// A plain LangGraph application, as its documentation teaches it: extract, ask a human, publish. No killpoint code.
//   node application.mjs FILE start | recover-by-next | recover-by-tasks | resume
// WORLD is the address of the outside; DURABILITY is async (LangGraph's default), sync or exit; DIE_BEFORE_CHECKPOINT=N kills the
// process where checkpoint N is about to be stored; with RETRY_AFTER_MS the first answer to extract is taken for an error that may pass.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

// The packages of adapters/langgraph, as `npx killpoint setup langgraph` installs them.
const { resolve } = createRequire(new URL('../../../adapters/langgraph/package.json', import.meta.url));
const load = (name) => import(pathToFileURL(resolve(name).replace(/\.cjs$/, '.js')));
const { Annotation, Command, END, interrupt, START, StateGraph } = await load('@langchain/langgraph');
const { SqliteSaver } = await load('@langchain/langgraph-checkpoint-sqlite');

export const thread = { configurable: { thread_id: 'review-1' } };

const call = async (step, key) => {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const response = await fetch(`${process.env.WORLD}/${process.pid}/${step}`, { method: 'POST', headers });
  return response.text();
};

const State = Annotation.Root({ extract: Annotation(), decision: Annotation(), receipt: Annotation() });

/** LangGraph asks `retryOn` when it decides that a node is tried again: from then on it waits. */
const retryPolicy =
  process.env.RETRY_AFTER_MS === undefined
    ? undefined
    : {
        maxAttempts: 3,
        initialInterval: Number(process.env.RETRY_AFTER_MS),
        jitter: false,
        retryOn: () => {
          void call('waiting');
          return true;
        },
      };

const extractText = async () => {
  const extract = await call('extract');
  if (retryPolicy !== undefined && extract.endsWith('answer 1')) throw new Error('come back later');
  return { extract };
};

export const graphOn = (checkpointer) =>
  new StateGraph(State)
    .addNode('extractText', extractText, retryPolicy === undefined ? {} : { retryPolicy })
    .addNode('askReviewer', async () => {
      await call('prompt');
      return { decision: interrupt('Publish it?') };
    })
    .addNode('publishReview', async (_, { configurable }) => ({
      receipt: await call('publish', `${configurable.thread_id}:publish`),
    }))
    .addEdge(START, 'extractText')
    .addEdge('extractText', 'askReviewer')
    .addEdge('askReviewer', 'publishReview')
    .addEdge('publishReview', END)
    .compile({ checkpointer });

export const saverOn = (file) => SqliteSaver.fromConnString(file);

/** What LangGraph says of the thread. */
export const stateOf = async (file) => {
  const saver = saverOn(file);
  const { next, tasks, values } = await graphOn(saver).getState(thread);
  saver.db.close();
  return { next, tasks: tasks.map(({ name, interrupts }) => ({ name, waits: interrupts.length > 0 })), values };
};

/** Stores everything as it is; the process dies where one checkpoint would follow the writes that it is made of. */
class DyingSaver extends SqliteSaver {
  written = [];
  putWrites(...given) {
    const writing = super.putWrites(...given);
    this.written.push(writing);
    return writing;
  }
  async put(config, checkpoint, metadata) {
    await Promise.all(this.written);
    if (metadata.step === Number(process.env.DIE_BEFORE_CHECKPOINT)) process.kill(process.pid, 'SIGKILL');
    return super.put(config, checkpoint, metadata);
  }
}

const main = async ([file, command]) => {
  const plain = saverOn(file);
  const saver = process.env.DIE_BEFORE_CHECKPOINT === undefined ? plain : new DyingSaver(plain.db);
  const graph = graphOn(saver);
  const settings = { ...thread, durability: process.env.DURABILITY ?? 'async' };
  if (command === 'start') return graph.invoke({ extract: null }, settings);
  if (command === 'resume') return graph.invoke(new Command({ resume: 'yes' }), settings);
  const state = await graph.getState(thread);
  const unfinished = command === 'recover-by-next' ? state.next : state.tasks;
  const waits = state.tasks.some(({ interrupts }) => interrupts.length > 0);
  if (unfinished.length > 0 && !waits) await graph.invoke(null, settings);
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv.slice(2));
