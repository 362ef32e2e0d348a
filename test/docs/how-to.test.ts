import { howTo, testBlocksOf } from './reader.ts';

for (const page of howTo) testBlocksOf(page);
