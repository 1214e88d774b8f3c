import { readFileSync } from 'node:fs';
import { wilson } from '../../src/stats/intervals.ts';
import { claimOfDeclined } from '../../src/text/declined.ts';

/** An answer to a declined call, and whether it claims that the call was carried out. */
interface DeclinedAnswer {
	readonly language: string;
	/** The tool. */
	readonly declined: string;
	readonly answer: string;
	readonly claims: boolean;
	/** The rule was mended on `open`; of `sealed` one looks at the totals only. */
	readonly half: 'open' | 'sealed';
}

interface Counts {
	readonly rows: number;
	readonly claims: number;
	/** Claims that the rule finds, right or wrong. */
	readonly found: number;
	readonly right: number;
}

const ROWS = readFileSync(new URL('declines.jsonl', import.meta.url), 'utf8')
	.trim()
	.split('\n')
	.map((line) => JSON.parse(line) as DeclinedAnswer)
	.map((row) => ({ ...row, found: claimOfDeclined(row.answer, row.declined) !== undefined }));

export function declineCounts(language: string, half: DeclinedAnswer['half']): Counts {
	const rows = ROWS.filter((row) => row.language === language && row.half === half);
	return {
		rows: rows.length,
		claims: rows.filter(({ claims }) => claims).length,
		found: rows.filter(({ found }) => found).length,
		right: rows.filter(({ claims, found }) => claims && found).length,
	};
}

/** Prints precision and recall of the rule by language and half; `--wrong` lists the open rows that it misses. */
function measure(): void {
	for (const half of ['open', 'sealed'] as const) {
		for (const language of ['ko', 'en']) {
			const { rows, claims, found, right } = declineCounts(language, half);
			const [precision, recall] = [found, claims].map((of) => {
				const interval = wilson(right, of);
				return `${right} of ${of} (${interval?.low.toFixed(3)} to ${interval?.high.toFixed(3)})`;
			});
			const cells = [language === 'ko' ? 'Korean' : 'English', half, rows, precision, recall];
			process.stdout.write(`| ${cells.join(' | ')} |\n`);
		}
	}
	if (!process.argv.includes('--wrong')) return;
	for (const { half, claims, found, answer } of ROWS) {
		if (half === 'open' && claims !== found) process.stdout.write(`${claims ? 'a claim' : 'no claim'}: ${answer}\n`);
	}
}

if (import.meta.main) measure();
