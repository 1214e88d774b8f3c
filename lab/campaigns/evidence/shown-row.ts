import type { EvidenceRow } from './evidence-row.ts';
import { inLab } from './lab.ts';

/** A row as this checkout answers it. */
export interface ShownRow extends Pick<EvidenceRow, 'seen' | 'before'> {
	readonly command: string;
	/** The lines that tell, or all where one that must be there is not; and the exit code. */
	readonly now: readonly string[];
	/** What of the row is not so. */
	readonly missing: readonly string[];
}

/** Does what the row says, in a folder of its own. */
export async function showRow(row: EvidenceRow): Promise<ShownRow> {
	const { command, lines, exitCode } = await inLab((lab) => row.run(lab));
	const telling = lines.filter((line) => row.says.some((pattern) => pattern.test(line)));
	const missing = [
		...row.says.filter((pattern) => !lines.some((line) => pattern.test(line))).map((pattern) => `no line ${pattern}`),
		...lines.filter((line) => row.never?.test(line)).map((line) => `says: ${line}`),
		...(row.exitCode === undefined || row.exitCode === exitCode ? [] : [`exit ${exitCode}, not ${row.exitCode}`]),
	];
	const shown = missing.length === 0 ? telling : lines;
	return {
		seen: row.seen,
		before: row.before,
		command,
		now: [...shown, ...(exitCode === undefined ? [] : [`exit ${exitCode}`])],
		missing,
	};
}

/** A block of lines: what was seen, what is run, what it said, what it says. */
export function rowText({ seen, before, command, now, missing }: ShownRow): string {
	return [
		`${missing.length === 0 ? 'holds' : 'OPEN '}  ${seen}`,
		`  command  ${command}`,
		`  before   ${before}`,
		...now.map((line, index) => `  ${index === 0 ? 'now   ' : '      '}   ${line}`),
		...missing.map((line) => `  missing  ${line}`),
	].join('\n');
}
