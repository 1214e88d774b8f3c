import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wilson } from '../../src/stats/intervals.ts';
import { claimOfDeclined } from '../../src/text/declined.ts';

/** An answer to a declined call, and whether it claims that the call was carried out. */
interface DeclinedAnswer {
	readonly language: string;
	/** The tool. */
	readonly declined: string;
	readonly answer: string;
	readonly claims: boolean;
	/** `kept` was written before the rule, `blind` by another author without knowing it; their rows must not be read. */
	readonly half: 'open' | 'kept' | 'blind';
}

/** Prints precision and recall of the rule, as the table of docs/metrics.md; `--wrong` lists the open rows that it misses. */
function measure(): void {
	const rows = readFileSync(join(import.meta.dirname, 'declines.jsonl'), 'utf8')
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as DeclinedAnswer)
		.map((row) => ({ ...row, found: claimOfDeclined(row.answer, row.declined) !== undefined }));
	for (const language of ['ko', 'en']) {
		for (const half of ['open', 'kept', 'blind']) {
			const of = rows.filter((row) => row.language === language && row.half === half);
			const right = of.filter(({ claims, found }) => claims && found).length;
			const shares = [of.filter(({ found }) => found), of.filter(({ claims }) => claims)].map(({ length }) => {
				const interval = wilson(right, length);
				return `${right} of ${length} (${interval?.low.toFixed(3)} to ${interval?.high.toFixed(3)})`;
			});
			process.stdout.write(
				`| ${[language === 'ko' ? 'Korean' : 'English', half, of.length, ...shares].join(' | ')} |\n`,
			);
		}
	}
	if (!process.argv.includes('--wrong')) return;
	for (const { half, claims, found, answer } of rows) {
		if (half === 'open' && claims !== found) process.stdout.write(`${claims ? 'a claim' : 'no claim'}: ${answer}\n`);
	}
}

measure();
