import { describe, expect, it } from 'vitest';
import { message, say } from '../../../src/base/message.ts';
import { findingMessage } from '../../../src/lint/subject.ts';
import type { Log, LogSample } from '../../../src/log/record.ts';
import { fixtureLog } from '../../fixture/fixture-log.ts';
import { textOf } from '../../fixture/read-page.ts';
import { coreKo } from '../../messages/core-ko.ts';
import { renderRun } from '../../render-run.ts';
import { reportedRun } from '../../reported-run.ts';
import { exampleOf } from './phrases/example-fixture.ts';
import { PHRASES } from './phrases/phrases.ts';

const sentences = PHRASES.map(exampleOf);

/** The fixture, whose scores have titles of one language, with titles of both. */
function koreanLog(): Log {
	const { header, ...log } = fixtureLog();
	const suites = header.suites.map((suite) => {
		const scores = Object.entries(suite.scores).map(([name, score]) => [
			name,
			{ ...score, title: { en: name, ko: '점수' } },
		]);
		return { ...suite, scores: Object.fromEntries(scores) as typeof suite.scores };
	});
	return { ...log, header: { ...header, suites } };
}

/** A log in which the core says everything that it can, each sentence wherever a report may take it from. */
function wordyLog(): Log {
	const { samples, ...log } = koreanLog();
	const header = {
		...log.header,
		warnings: sentences,
		engine: { ...log.header.engine, timingsNotComparable: message('replay.timings') },
		suites: log.header.suites.map((suite) => ({
			...suite,
			skipped: [{ variant: 'constrained', reason: message('run.no-constrained-decoding') }],
		})),
	};
	const failures = sentences.map((said) => ({ type: 'failure', at: header.startedAt, kind: 'engine', said }) as const);
	return {
		...log,
		header,
		failures,
		damaged: { line: 17, problem: 'samples.0.text: Invalid input: expected string, received number' },
		samples: samples.map((sample, index) => failing(sample, sentences[index % sentences.length] ?? '')),
	};
}

/** Its own failure, in transcript and scores. */
function failing(sample: LogSample, said: string): LogSample {
	const scores = Object.fromEntries(
		Object.keys(sample.scores).map((name, index) => [
			name,
			index % 2 === 0
				? ({ value: false, detail: said } as const)
				: ({ unscored: 'engine-failed', detail: said } as const),
		]),
	);
	const transcript = {
		...sample.transcript,
		error: said,
		failure: 'unavailable',
		failureDetail: `EngineError: ${said}`,
	};
	return { ...sample, transcript, scores };
}

const gate = {
	passed: false,
	undecided: false,
	lines: [
		{
			metric: 'a',
			status: 'fail' as const,
			expected: message('gate.drop', { bound: '5%' }),
			detail: message('gate.part', { suite: 'a', there: 1, whole: 3, chosen: ['limit 1'] }),
		},
	],
};

/** Three English words and more in a row, as no name and no code has them. */
function englishIn(text: string): ReadonlySet<string> {
	return new Set(text.match(/(?:\b[A-Za-z'-]{2,}\b[ ,]+){3,}[A-Za-z]+/gu) ?? []);
}

describe('a Korean report', () => {
	const named = renderRun(reportedRun(koreanLog()), 'ko');
	const wordy = renderRun(reportedRun(wordyLog(), { gate }), 'ko');

	it.each(['report.html', 'decision.md', 'summary.md'])('has in %s no English sentence of the core', (name) => {
		const [before, now] = [named, wordy].map((files) => {
			const text = files[name] ?? '';
			return englishIn(name.endsWith('.html') ? textOf(text) : text);
		});
		expect([...(now ?? [])].filter((words) => before?.has(words) !== true)).toEqual([]);
	});

	it('has none either in what its script shows of a sample', () => {
		const steps = (page = ''): string =>
			Array.from(page.matchAll(/"who":"error","text":"((?:[^"\\]|\\.)*)"/gu), ([, text = '']) => text).join('\n');
		expect(steps(wordy['report.html']).length).toBeGreaterThan(1000);
		expect([...englishIn(steps(wordy['report.html']))]).toEqual([]);
	});

	it('says what nobody has translated as it is, marked as English', () => {
		const header = { ...fixtureLog().header, warnings: ['disk on fire', '디스크에 불이 남'] };
		const { 'report.html': page = '', 'summary.md': summary } = renderRun(
			reportedRun({ ...fixtureLog(), header }),
			'ko',
		);
		expect(page).toContain('disk on fire');
		expect(page).toContain('디스크에 불이 남');
		expect(summary).toContain('disk on fire');
	});

	it('gives findings of the prompt in Korean, with their remedies', () => {
		const finding = { level: 'warning', said: message('lint.tool-unseen'), where: 'search' } as const;
		const header = { ...fixtureLog().header, lint: [finding], warnings: [findingMessage(finding)] };
		const page = textOf(renderRun(reportedRun({ ...fixtureLog(), header }), 'ko')['report.html'] ?? '');
		expect(page).toContain(say(findingMessage(finding), coreKo));
	});
});
