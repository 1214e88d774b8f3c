import { singleLine } from '../../reports/terminal/text.ts';
import { WARNING } from '../../src/base/thrown.ts';

/** Tells gemmark's own warnings as every other line of the command; those of Node stay as Node tells them. */
export function tellWarnings(): void {
	const tellers = process.listeners('warning');
	process.removeAllListeners('warning');
	process.on('warning', (warning) => {
		if (warning.name === WARNING) process.stderr.write(`gemmark: ${singleLine(warning.message)}\n`);
		else for (const tell of tellers) tell(warning);
	});
}
