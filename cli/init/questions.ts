import { createInterface, type Interface } from 'node:readline/promises';
import { singleLine } from '../../reports/terminal/text.ts';
import { UsageError } from '../../src/base/errors.ts';
import { drawingOn } from '../terminal/guarded-terminal.ts';
import { PROMPTS, type ProjectChoice, SUITES } from './project-choice.ts';

/** Where questions are asked and answered. */
export interface Terminal {
	readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
	readonly output: NodeJS.WritableStream;
}

/**
 * Asks what was not `given`; an empty answer takes the default, one that cannot be is asked again. Throws UsageError
 * where there is no terminal, or the input ends.
 */
export async function ask(
	defaults: ProjectChoice,
	given: Partial<ProjectChoice>,
	{ input, output }: Terminal = { input: process.stdin, output: drawingOn(process.stderr) },
): Promise<ProjectChoice> {
	if (input.isTTY !== true) throw new UsageError('there is no terminal to ask on', { hint: 'Add --yes.' });
	const lines = createInterface({ input, output });
	const closed = new Promise<never>((_resolve, reject) => {
		lines.once('close', () => reject(new UsageError('nothing was written: the questions were not answered')));
	});
	closed.catch(() => undefined);
	try {
		return await Promise.race([answers(lines, defaults, given), closed]);
	} finally {
		lines.close();
	}
}

async function answers(
	lines: Interface,
	defaults: ProjectChoice,
	given: Partial<ProjectChoice>,
): Promise<ProjectChoice> {
	const name = given.name ?? (await one(lines, 'Name of the app', defaults.name, readName));
	const language = given.language ?? (await one(lines, 'Its language, ko or en', defaults.language, readLanguage));
	const suites =
		given.suites ?? (await one(lines, `Suites of ${SUITES.join(', ')}`, defaults.suites.join(','), readSuites));
	const asksHits = suites.includes('prefix') && given.hits === undefined;
	const hits = asksHits
		? await one(lines, `Prefixes of ${PROMPTS} that decide for keeping them`, String(defaults.hits), readHits)
		: defaults.hits;
	return { name, language, suites, hits };
}

async function one<T>(
	lines: Interface,
	question: string,
	byDefault: string,
	read: (text: string) => T | undefined,
): Promise<T> {
	for (;;) {
		const answer = singleLine(await lines.question(`${question} (${byDefault}): `));
		const value = read(answer === '' ? byDefault : answer);
		if (value !== undefined) return value;
	}
}

function readName(text: string): string | undefined {
	return text.length <= NAME_CHARS ? text : undefined;
}

/** As many as a config takes. */
export const NAME_CHARS = 100;

function readLanguage(text: string): 'ko' | 'en' | undefined {
	return text === 'ko' || text === 'en' ? text : undefined;
}

function readSuites(text: string): readonly string[] | undefined {
	const chosen = text.split(/[\s,]+/u).filter((name) => name !== '');
	return chosen.length > 0 && chosen.every((name) => SUITES.includes(name)) ? [...new Set(chosen)] : undefined;
}

function readHits(text: string): number | undefined {
	const hits = Number(text);
	return Number.isInteger(hits) && hits >= 1 && hits <= PROMPTS ? hits : undefined;
}
