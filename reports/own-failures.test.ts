import { describe, expect, it } from 'vitest';
import type { Log } from '../src/log/record.ts';
import { fixtureLog } from './fixture/fixture-log.ts';
import { textOf } from './fixture/read-page.ts';
import { renderHtml } from './html/render-html.ts';
import { renderSummary } from './render-run.ts';
import { reportedRun } from './reported-run.ts';

/** A run in which a handler gave no envelope, and a scorer threw. */
function brokenLog(): Log {
	const log = fixtureLog();
	const [first, second, ...rest] = log.samples;
	if (first === undefined || second === undefined) throw new Error('no samples');
	const call = { id: '1', name: 'find<b>', arguments: {}, raw: '', repairs: [] };
	const result = { type: 'error', code: 'handler_error', reason: '도구 실행 실패', kind: 'result_error' } as const;
	const problem = "its result has no type 'ok', 'error' or 'cancelled'";
	const transcript = {
		...first.transcript,
		messages: [{ role: 'tool-call', call, result } as const],
		facts: { dispatch: [{ level: 'error', event: 'tool_error', tool: call.name, problem }] },
	};
	const scores = { ...second.scores, called: { unscored: 'scorer-failed', detail: 'Error: cannot judge' } as const };
	return { ...log, samples: [{ ...first, transcript }, { ...second, scores }, ...rest] };
}

describe('the reports of a run whose own code failed', () => {
	it('blame the app, at the verdict and in the summary', () => {
		for (const text of [renderSummary(reportedRun(brokenLog())), textOf(renderHtml(reportedRun(brokenLog()), 'en'))]) {
			expect(text).toMatch(
				/The app&?#?\w*;?'?s tool find.*b.* failed, not the model \(1 of 1 call\): returned a result whose type/u,
			);
			expect(text).toMatch(
				/The scorer called of prefix failed, not the model \(1 of 15 samples\): Error: cannot judge/u,
			);
		}
	});

	it('say it in Korean', () => {
		for (const text of [
			renderSummary(reportedRun(brokenLog()), 'ko'),
			textOf(renderHtml(reportedRun(brokenLog()), 'ko')),
		]) {
			expect(text).toMatch(/모델이 아니라 앱의 도구 find.*에서 오류 발생\(호출 1건 중 1건\):/u);
			expect(text).toContain('모델이 아니라 prefix 스위트의 채점기 called에서 오류 발생(샘플 15건 중 1건):');
		}
	});

	it('say nothing of it without such a failure', () => {
		expect(renderSummary(reportedRun(fixtureLog()))).not.toContain('not the model');
		expect(renderHtml(reportedRun(fixtureLog()), 'en')).not.toContain('not the model');
	});
});
