import { CommanderError } from 'commander';
import { singleLine } from '../../reports/terminal/text.ts';
import { type ExitCode, GemmarkError } from '../../src/base/errors.ts';
import { brokenJson } from '../../src/json/broken-json.ts';
import { shellQuoted } from '../../src/text/text.ts';

/** Writes a failure as one clear line, what to do behind it, and returns the exit code it deserves. */
export function reportFailure(error: unknown, write: (line: string) => void): ExitCode {
	if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
	if (error instanceof GemmarkError) {
		const hint = error.hint === undefined ? '' : ` ${error.hint}`;
		const flags = error.allow.map((field) => ` --allow ${shellQuoted(field)}`).join('');
		write(
			singleLine(
				`gemmark: ${error.message}${/[.?!]$/u.test(error.message) ? '' : '.'}${hint}${flags && ` To allow it:${flags}`}`,
			),
		);
		if (error.detail !== undefined && process.env.GEMMARK_DEBUG !== undefined) write(error.detail);
		return error.exitCode;
	}
	const added = Object.keys(Object.prototype).join(', ');
	const changed = brokenJson() ?? (added === '' ? undefined : `put ${added} into Object.prototype`);
	if (changed !== undefined) {
		write(singleLine(`gemmark: the config, or what it imports, has ${changed}. Remove that: everything reads it.`));
		return 2;
	}
	write(singleLine(`gemmark: unexpected failure: ${error instanceof Error ? error.message : String(error)}.`));
	write(error instanceof Error && error.stack !== undefined ? error.stack : '');
	write('This is a defect of gemmark: please report it with the lines above.');
	return 3;
}
