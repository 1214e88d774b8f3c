import type { Golden } from '../lab.ts';
import { COACH } from './coach.ts';
import { JUDGED } from './judged.ts';

export const CASES: readonly Golden[] = [...COACH, ...JUDGED];
