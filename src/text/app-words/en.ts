import { z } from 'zod';
import { unionIssue } from './union-issue.ts';
import type { AppWords } from './words.ts';

export const ENGLISH: AppWords = {
	unknownTool: (toolName) => `Unknown tool: ${toolName}`,
	badArguments: (problem) => `Invalid arguments: ${problem}`,
	noObject: (type) => `expected an object, received ${type}`,
	argumentIssue: englishIssue,
	toolFailed: (why) => `The tool failed: ${why}`,
	badResults: {
		'no-envelope': "its result has no type 'ok', 'error' or 'cancelled'",
		'no-reason': "its result of type 'error' lacks the text of code or reason",
		'no-data': "its result of type 'ok' has no data",
		'too-long': 'its result is longer than 1,000,000 characters',
		'not-json': 'its result cannot be written as JSON',
	},
	toolRefused: (message) => `The tool reported an error: ${message}`,
	serverSilent: (seconds) => `The tool gave no answer within ${seconds} seconds`,
	serverGone: 'The tool cannot be reached',
	answerUnreadable: 'The tool gave an answer that cannot be read',
	answerTooLarge: (chars, most) => `The tool gave ${chars} characters, and at most ${most} can be read`,
	modelFailed: (failure) => `The model failed to answer: ${failure}`,
	tooSlow: 'The model took too long to answer.',
	tooManyTurns: 'Stopped, because the tool calls went on for too long.',
	tooManyCalls: 'Stopped, because there were too many tool calls.',
	cleanUpHint: 'Shall we clear the conversation so far?',
	reflection: ({ calls, succeeded, failures }) => [
		'🤔 Let me look at how the tool calls went.',
		'',
		...(succeeded > 0 ? [`✅ Succeeded: ${succeeded} of ${calls} tool calls.`] : []),
		`❌ Failed: ${failures.length} of ${calls} tool calls.`,
		'',
		'The failed tool calls:',
		...failures,
		'',
		'To solve these problems, I can:',
		'• do the same with another tool or in another way',
		'• adjust the arguments and try again',
		'• split the task into smaller steps',
		'• ask the user for more information',
		'',
		'Which would you prefer?',
	],
};

/** Zod's own English, but for a missing argument, of which it says 'received undefined'. */
function englishIssue(issue: z.core.$ZodRawIssue): string | undefined {
	if (issue.code === 'invalid_type' && issue.input === undefined) return 'a required argument is missing';
	if (issue.code === 'invalid_union') {
		const told = unionIssue(issue, ', or ', (values) => `expected one of ${values.map(String).join(', ')}`);
		if (told !== undefined) return told;
	}
	const message = zodEnglish(issue);
	return typeof message === 'string' ? message : message?.message;
}

const zodEnglish = z.locales.en().localeError;
