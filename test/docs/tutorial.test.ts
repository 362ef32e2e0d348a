import { testBlocksOf } from './reader.ts';

testBlocksOf('docs/tutorial.md');
