/** Ready scorers, to be named in a suite: `scorers.calledTool()`. */
export { answerContains, answerMatches } from './answer.ts';
export { argumentsMatch, called, calledTool, callsMatch, endState } from './calls.ts';
export { strictFormat, turnOrder } from './format.ts';
export { meaningfulPrefix } from './prefix.ts';
export { callSuccess, corrected, recovered } from './recovery.ts';
