import { type Command, Option } from 'commander';
import { type BundleOptions, bundleFolder } from './bundle.ts';
import { type MergeOptions, mergeFolders } from './merge.ts';
import { baselined, OUT, running } from './options.ts';
import { type RecheckOptions, recheckPlace } from './recheck.ts';
import { type ShowOptions, show } from './show.ts';

/** Adds the commands that read what runs have left, and run nothing. */
export const addReading = (program: Command, onCode: (code: number) => void): void => {
  addRecheck(program, onCode);
  addShow(program, onCode);
  program
    .command('bundle')
    .description(
      'put all that a run left into one file, which recheck judges again on another machine, without a network',
    )
    .argument('[folder]', 'the folder of a run', OUT)
    .option('--out <file>', 'the file to write', 'killpoint-bundle.jsonl.gz')
    .action(async (folder: string, options: BundleOptions) => onCode(await bundleFolder(folder, options)));
  addMerge(program, onCode);
};

const addRecheck = (program: Command, onCode: (code: number) => void): void => {
  const recheck = program
    .command('recheck')
    .description("judge a run's saved histories again by this version's specification, without running anything")
    .argument('[place]', 'the folder of a run, or a bundle', OUT)
    .action(async (place: string, options: RecheckOptions) => onCode(await recheckPlace(place, options)));
  for (const option of [...baselined, ...running])
    if (['--baseline', '--fail-on'].includes(option.long ?? '')) recheck.addOption(option);
};

const addShow = (program: Command, onCode: (code: number) => void): void => {
  program
    .command('show')
    .description("show a run's page in a browser, or its counterexamples as traces")
    .argument('[place]', 'the folder of a run; with --text or --mermaid also a counterexample or a history', OUT)
    .addOption(new Option('--text', 'as text on the console').default(false))
    .addOption(
      new Option('--mermaid', 'as a Mermaid sequence diagram, for an issue tracker').default(false).conflicts('text'),
    )
    .action(async (place: string, options: ShowOptions) => onCode(await show(place, options)));
};

const addMerge = (program: Command, onCode: (code: number) => void): void => {
  const merge = program
    .command('merge')
    .description("put the folders of a run's shards together, as if one machine had run all")
    .argument('<folders...>', 'the --out folder of each shard')
    .action(async (folders: string[], options: MergeOptions) => onCode(await mergeFolders(folders, options)));
  for (const option of [...baselined, ...running])
    if (!['--dry-run', '--workers', '-x'].includes(option.long ?? '-x')) merge.addOption(option);
};
