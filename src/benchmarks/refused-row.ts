/** Why a row, or an item of it, is not imported: its message says so, and the import goes on. */
export class RefusedRow extends Error {
	override readonly name = 'RefusedRow';
}
