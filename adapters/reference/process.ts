import { z } from 'zod';
import { ownProcess } from '../../sut/index.ts';
import { serve } from '../process/index.ts';
import { served } from './handlers.ts';

// A process that lives for a second gains nothing from compiled parsers; without them it boots in nine tenths of the time.
z.config({ jitless: true });

// The reference runtime as a process of its own. Its one argument, where given, names the mutant that it is.
serve(served(process.argv[2], { ...ownProcess, fetch }).handlers);
