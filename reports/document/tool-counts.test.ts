import { expect, it } from 'vitest';
import { saying } from '../../src/testing/saying.ts';
import { toolCountRunFixture } from '../../src/testing/tool-count-run-fixture.ts';
import { textOf } from '../fixture/read-page.ts';
import { localeOf } from '../messages/catalogue.ts';
import { renderRun } from '../render-run.ts';
import { reportedRun } from '../reported-run.ts';
import { summaryJson } from '../terminal/json.ts';
import { summaryLines } from '../terminal/run.ts';

const right = (n: number): string => '1'.repeat(n);
const wrong = (n: number): string => `${'0'.repeat(n)}${right(100 - n)}`;

const HELD = { tools: '8', high: 8, margin: '10', fewest: 4 };
const END = { lost: '0', gained: '0', n: 100, fewest: 4, high: 0, margin: '10' };
type Words = ReturnType<typeof localeOf>['toolCounts'];

it.each<[string, string, (words: Words, tools: string) => readonly string[]]>([
	['to all', right(100), ({ holds }, tools) => [holds({ ...HELD, tools, high: 3 })]],
	['until it falls', wrong(12), ({ holds, falls }, tools) => [holds(HELD), falls({ ...END, tools, lost: '12' })]],
	[
		'until nobody can tell',
		wrong(6),
		({ holds, undecided }, tools) => [holds(HELD), undecided({ ...END, tools, lost: '6', high: 12, needed: 116 })],
	],
	[
		'until the context is full',
		'-'.repeat(100),
		({ holds, unscored }, tools) => [holds(HELD), unscored({ tools, unscored: 100 })],
	],
])('every report says that a model holds %s', (_, all, said) => {
	const run = reportedRun(toolCountRunFixture({ all, 'tools-4': right(100), 'tools-8': wrong(3) }));
	for (const lang of ['en', 'ko'] as const) {
		const { toolCounts: words } = localeOf(lang);
		const line = said(words, words.all({ n: 24 })).join(' ');
		const reports = renderRun(run, lang);
		const terminal = summaryLines(run, { lang }).map(({ text }) => text);
		const texts = [terminal.join('\n'), textOf(reports['report.html'] ?? ''), reports['summary.md'] ?? ''];
		for (const text of texts) {
			expect(text).toEqual(saying(() => line));
			expect(text).toContain(words.columns.at(-1));
		}
		if (lang === 'en') expect(summaryJson(run, 'run')).toMatchObject({ toolCounts: [{ suite: 'tools', said: line }] });
	}
});

it('a run without toolCounts says nothing of them', () => {
	const run = reportedRun(toolCountRunFixture({ all: right(40) }));
	expect(summaryLines(run).map(({ text }) => text)).not.toContainEqual(expect.stringMatching(/^tools {2}/u));
});
