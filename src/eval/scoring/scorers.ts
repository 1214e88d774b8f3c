/** Built-in scorers, such as `scorers.calledTool()`. */

export { argumentsMatch, called, calledTool, callsMatch, endState } from './calls.ts';
export {
	answerContains,
	answerMatches,
	callSuccess,
	corrected,
	meaningfulPrefix,
	recovered,
	respectsDecline,
	strictFormat,
	turnOrder,
} from './turns.ts';
