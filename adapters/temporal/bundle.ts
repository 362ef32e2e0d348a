import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { home, sdkVersion } from './home.ts';

/**
 * The file with the bundled workflow code, as Temporal's documentation recommends for production. It is made once for each version of
 * the code and of the SDK: a worker that bundles by itself takes seconds to boot.
 */
export const workflowBundle = async (): Promise<string> => {
  const source = fileURLToPath(new URL('dist/workflows.js', home));
  const made = createHash('sha256').update(readFileSync(source)).update(sdkVersion()).digest('hex').slice(0, 16);
  const file = fileURLToPath(new URL(`dist/workflows-${made}.bundle.js`, home));
  if (!existsSync(file)) {
    // Only here: it brings webpack and a native module with it.
    const { bundleWorkflowCode, DefaultLogger } = await import('@temporalio/worker');
    const { code } = await bundleWorkflowCode({ workflowsPath: source, logger: new DefaultLogger('WARN') });
    writeFileSync(`${file}.${process.pid}`, code);
    renameSync(`${file}.${process.pid}`, file);
  }
  return file;
};
