/** Type of the process warnings that are gemmark's own. */
export const WARNING = 'GemmarkWarning';

/** Tells the operator what costs no result: on stderr, by Node or by who listens to the process's `warning`. */
export function warn(text: string): void {
	process.emitWarning(text, WARNING);
}
