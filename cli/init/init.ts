import { basename, resolve } from 'node:path';
import { singleLine } from '../../reports/terminal/text.ts';
import { UsageError } from '../../src/base/errors.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { shellQuoted } from '../../src/text/text.ts';
import type { InitOptions } from './command.ts';
import { type ProjectChoice, SUITES } from './project-choice.ts';
import { projectFiles } from './project-files.ts';
import { ask, NAME_CHARS } from './questions.ts';
import { writeProject } from './write-project.ts';

/**
 * `gemmark init`: writes an evaluation to begin with. Throws UsageError, before anything is written, for a file that is
 * there already, and where nobody is there to be asked.
 */
export async function init(folder: string, { yes, ...options }: InitOptions): Promise<void> {
	const absolute = resolve(folder);
	const defaults = checked({ ...defaultChoice(absolute), ...given(options) });
	const choice = yes ? defaults : await ask(defaults, given(options));
	const written = writeProject(absolute, choice, projectFiles(choice, absolute));
	const there = absolute === process.cwd() ? '' : `cd ${shellQuoted(shownPath(absolute))} && `;
	process.stdout.write(`${written.map((file) => `+ ${shownPath(file)}`).join('\n')}\n\nnow: ${there}npx gemmark run\n`);
}

function defaultChoice(folder: string): ProjectChoice {
	return {
		name: singleLine(basename(folder)).slice(0, NAME_CHARS).toWellFormed() || 'my-app',
		language: 'ko',
		suites: SUITES,
		hits: 4,
	};
}

function given({ name, language, suites, hits }: Omit<InitOptions, 'yes'>): Partial<ProjectChoice> {
	return Object.fromEntries(
		Object.entries({ name, language, suites, hits }).filter(([, value]) => value !== undefined),
	);
}

function checked(choice: ProjectChoice): ProjectChoice {
	if (choice.name.length > NAME_CHARS) {
		throw new UsageError(`--name: has ${choice.name.length} characters`, { hint: `A config takes ${NAME_CHARS}.` });
	}
	const unknown = choice.suites.find((suite) => !SUITES.includes(suite));
	if (unknown === undefined) return choice;
	throw new UsageError(`--suites ${unknown}: init writes no such suite`, {
		hint: `It writes ${SUITES.join(' and ')}.`,
	});
}
