import type { Golden } from '../lab.ts';
import { CAPTURES } from './captures.ts';
import { CAUSES } from './causes.ts';
import { COACH } from './coach.ts';
import { CODE } from './code.ts';
import { ENGINES } from './engines.ts';
import { JUDGED } from './judged.ts';
import { KITCHEN } from './kitchen.ts';

export const CASES: readonly Golden[] = [...COACH, ...JUDGED, ...KITCHEN, ...CAUSES, ...ENGINES, ...CAPTURES, ...CODE];
