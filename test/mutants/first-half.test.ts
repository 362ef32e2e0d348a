import { describeHalf } from './half.ts';

describeHalf(0);
