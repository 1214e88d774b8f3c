/** The model's answer is not of the demanded form. Data about the model, not a failure of the program: never a GemmarkError. */
export class FormatError extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'FormatError';
	}
}
