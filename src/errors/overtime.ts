/** Code of an operator took too long, and was given up; the message says what it did: `computed for 10 s without an end`. */
export class Overtime extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'Overtime';
	}
}
